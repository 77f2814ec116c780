"""Messages and stubs of the public API, generated from protos/westmarch/v1 by `make protos`. Do not edit."""
