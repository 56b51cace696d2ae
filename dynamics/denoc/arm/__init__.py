"""The arm as checked data: links, tables, conventions, solids, looks, packed numbers. Nothing here moves."""
