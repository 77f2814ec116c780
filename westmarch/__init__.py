"""The public API as Python: `westmarch.v1` is generated from protos/ by `make protos`; nothing here is written by hand."""
