-- The time up to which the record of deletions in R2 has been applied, in ms since 1970. The table has at most one row.
-- A database that is restored to an earlier time also has an earlier time here, so that later deletions are repeated.
CREATE TABLE deletion_checks (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  checked_to INTEGER NOT NULL
);
