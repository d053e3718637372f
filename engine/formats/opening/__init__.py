"""Files of strangers opened within limits: what a reader asks for instead of open, csv, json, zipfile or openpyxl.

| a file of | opened by | gives |
|---|---|---|
| lines of text, plain or .gz or .xz | `lines.text_lines(path)`, `lines.byte_lines(path)` | its lines |
| cells | `tables.table_rows(path)` | (line number, cells) |
| a workbook | `workbook.workbook_rows(path)` | the rows of a sheet |
| members | `archive.open_archive(path)` | a `zipfile.ZipFile` |
| markup | `markup.CheckedMarkup(stream, name)` | a stream for `defusedxml.ElementTree.iterparse` |
| lines that may be one | `lines.whole_content(path, most)` | all bytes |
| JSON | `json_text.read_json_file(path)`, `json_text.read_json(content, place, remedy)` | its value |
| arrays | `arrays.open_arrays(path)` | the arrays of a safetensors file |

Numbers come from `numbers.whole_number` and `numbers.finite_number`. The limits stand in `limits`; whoever reaches one
is told in a sentence which, where, and what to do.
"""
