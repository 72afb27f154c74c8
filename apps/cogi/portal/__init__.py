"""What people see: the search page, the answer, the admin."""
