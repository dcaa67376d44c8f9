-- The text by which applications are searched and sorted: the folded name, phone number and email addresses. NULL in
-- rows of earlier versions, until the next search or hourly task writes it.
ALTER TABLE applications ADD COLUMN search TEXT;
CREATE INDEX applications_inbox ON applications (position_uuid, number, mark, search, id);
CREATE INDEX applications_without_search ON applications (number) WHERE search IS NULL;

-- The last 20 texts of an application's note, the current one included, with their authors. Notes of earlier versions
-- are only in `applications.note`.
CREATE TABLE notes (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  who TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX notes_of_application ON notes (application_id, number);
