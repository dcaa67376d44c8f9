-- When a person last read an application, for the log: the id of their sign-in code, or their email address.
-- Rows are deleted after 15 minutes.
CREATE TABLE desk_reads (
  reader TEXT NOT NULL,
  application_id TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (reader, application_id)
);
