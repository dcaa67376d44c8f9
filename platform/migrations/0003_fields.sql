-- What a position asks besides its questions, as the contract's keys: fields, sections, standard, ...
ALTER TABLE positions ADD COLUMN asks TEXT NOT NULL DEFAULT '{}';

-- The same table, whose phone may be missing: a position may do without it. Numbers are never reused:
-- people write them down, and exports go on after the last one. `fields` is a list of
-- {id, label, value}; `files` one of {field, label, name, type, size, sha256}.
CREATE TABLE applications_with_fields (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  position_uuid TEXT NOT NULL REFERENCES positions (uuid),
  idempotency_key TEXT,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  phone TEXT,
  killer_questions TEXT NOT NULL DEFAULT '[]',
  open_questions TEXT NOT NULL DEFAULT '[]',
  fields TEXT NOT NULL DEFAULT '[]',
  files TEXT NOT NULL DEFAULT '[]',
  cv_name TEXT,
  cv_type TEXT,
  cv_size INTEGER,
  cv_sha256 TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (position_uuid, phone),
  UNIQUE (position_uuid, idempotency_key)
);
INSERT INTO applications_with_fields (number, id, position_uuid, idempotency_key, first_name,
  last_name, phone, killer_questions, open_questions, cv_name, cv_type, cv_size, cv_sha256, created_at)
SELECT number, id, position_uuid, idempotency_key, first_name,
  last_name, phone, killer_questions, open_questions, cv_name, cv_type, cv_size, cv_sha256, created_at
FROM applications;
DROP TABLE applications;
ALTER TABLE applications_with_fields RENAME TO applications;
