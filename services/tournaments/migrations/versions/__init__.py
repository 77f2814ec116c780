"""One module for each migration. What has been released is never changed: a change is a module of its own."""
