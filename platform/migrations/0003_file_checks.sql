-- The time up to which files without an application have been deleted, in ms since 1970. The table has at most one
-- row. From this version on, nothing is added to `unclaimed_cvs`.
CREATE TABLE file_checks (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checked_to INTEGER NOT NULL
);
