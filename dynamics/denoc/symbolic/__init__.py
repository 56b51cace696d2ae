"""The equations of motion written out: in symbols, and as source code of other languages. No file is written here."""
