"""The components of the box: their data, groups of them, and the list that frontends get."""
