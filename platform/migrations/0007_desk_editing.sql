-- The number of changes to a row, which tells an editor whether someone else has changed it in the meantime.
ALTER TABLE clients ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE positions ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

-- Unpublished entries from the desk, for a position (which may not exist yet) or a company (whose uuid is also
-- `client_uuid`). `content` is the form as JSON, and `base` the revision that it changes.
CREATE TABLE drafts (
  uuid TEXT PRIMARY KEY,
  client_uuid TEXT NOT NULL,
  content TEXT NOT NULL,
  base INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  who TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX drafts_of_client ON drafts (client_uuid);

-- The current and the ten earlier versions of each position and company. `uuid` is the position's or company's.
-- `content` is a JSON object of its columns. `who` is empty for versions from before this table existed.
CREATE TABLE versions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL,
  client_uuid TEXT NOT NULL,
  content TEXT NOT NULL,
  who TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX versions_by_number ON versions (uuid, number);
CREATE INDEX versions_of_client ON versions (client_uuid);
