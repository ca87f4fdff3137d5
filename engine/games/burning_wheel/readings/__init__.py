"""The rules under the table's rulings: each reading is asked for where it decides something."""
