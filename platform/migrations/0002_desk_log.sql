-- When a person last read an application, for the log: the id of their sign-in code, or their email address.
-- Rows are deleted after 15 minutes.
CREATE TABLE desk_reads (
  reader TEXT NOT NULL,
  application_id TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (reader, application_id)
);

-- Number of refused sign-ins by the id of the entered code, even if no code has this id. After 15 minutes, they
-- are added to the log of the code's companies, and the row is deleted.
CREATE TABLE desk_refusals (
  code_id TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  first_at TEXT NOT NULL
);
