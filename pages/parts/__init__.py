"""What two pages share: the frame around a page, tables, panels and forms."""
