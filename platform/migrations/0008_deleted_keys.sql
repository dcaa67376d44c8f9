-- Hashes of the idempotency keys of deleted applications: a repeat of one is not stored again.
CREATE TABLE deleted_keys (
  hash TEXT PRIMARY KEY,
  deleted_at TEXT NOT NULL
);
