"""How well the numbers of a project are known: tolerances as edits that follow the table's rows, and as texts that are
typed and read. No Qt."""
