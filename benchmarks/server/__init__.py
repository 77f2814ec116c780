"""The server beside boardgame.io, and batches beside the same matches in one process."""
