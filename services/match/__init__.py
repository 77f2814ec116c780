"""What a hosted match is: its log, the fold over it, the commands that add to it and its wire form. No I/O."""
