"""The rules the house itself is built by: layers, shape, language, and documents that run."""
