CREATE TABLE clients (
  uuid TEXT PRIMARY KEY,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  apply_page_css TEXT NOT NULL DEFAULT '',
  apply_page_js TEXT NOT NULL DEFAULT '',
  logo TEXT,
  main_image TEXT,
  favicon TEXT,
  privacy_policy TEXT NOT NULL,
  language_default TEXT NOT NULL,
  country TEXT,
  is_cv_required INTEGER NOT NULL DEFAULT 1,
  social_links TEXT NOT NULL DEFAULT '{}',
  next_steps TEXT,
  -- A JSON list of {title, text, pictures}.
  sections TEXT NOT NULL DEFAULT '[]',
  -- Months after which an application is deleted. NULL means never.
  retention_months INTEGER CHECK (retention_months BETWEEN 1 AND 120)
);

-- `asks` and `facts` are JSON objects with the contract's keys. `asks` contains the form without its
-- questions (fields, sections, standard, ...), and `facts` the pay, places, closing date, ...
CREATE TABLE positions (
  uuid TEXT PRIMARY KEY,
  client_uuid TEXT NOT NULL REFERENCES clients (uuid),
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  country TEXT,
  contract_type TEXT,
  join_date TEXT,
  department TEXT,
  published_at TEXT,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  candidate_criteria_structured TEXT NOT NULL DEFAULT '{}',
  apply_site_questions TEXT NOT NULL DEFAULT '[]',
  asks TEXT NOT NULL DEFAULT '{}',
  facts TEXT NOT NULL DEFAULT '{}'
);

CREATE INDEX positions_of_client ON positions (client_uuid, status, published_at);

-- Numbers are for people, and ids for the API. Numbers are never reused, because people write them down and
-- exports continue after the last one. `fields` is a list of {id, label, value}. `files` is a list of {field,
-- label, name, type, size, sha256}. `source` is a JSON object of strings. The company sets `mark` and `note`.
-- `suspect` contains the known words of `X-Puerta-Suspect`, separated by commas.
CREATE TABLE applications (
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
  source TEXT,
  mark TEXT NOT NULL DEFAULT 'new' CHECK (mark IN ('new', 'seen', 'answered', 'closed')),
  note TEXT NOT NULL DEFAULT '',
  suspect TEXT,
  UNIQUE (position_uuid, phone),
  UNIQUE (position_uuid, idempotency_key)
);

CREATE INDEX applications_by_mark ON applications (position_uuid, mark);
CREATE INDEX applications_by_arrival ON applications (created_at);

-- Applications whose files are being stored and whose row does not exist yet. After a crash the entry
-- remains, and its files are deleted later.
CREATE TABLE unclaimed_cvs (
  id TEXT PRIMARY KEY,
  created_at TEXT NOT NULL
);

-- Sign-in codes for the desk. The code itself is not stored: `hash` is PBKDF2-SHA-256 of its secret part
-- with `salt`, both in hexadecimal. A code without a client gives access to every company.
CREATE TABLE desk_codes (
  id TEXT PRIMARY KEY,
  client_uuid TEXT REFERENCES clients (uuid),
  name TEXT NOT NULL DEFAULT '',
  salt TEXT NOT NULL,
  hash TEXT NOT NULL,
  iterations INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

-- Access of email addresses, verified by Cloudflare Access, to a company. NULL means every company.
CREATE TABLE desk_people (
  email TEXT NOT NULL,
  client_uuid TEXT REFERENCES clients (uuid)
);
CREATE UNIQUE INDEX desk_people_once ON desk_people (email, coalesce(client_uuid, ''));

-- Sessions, started with a sign-in code or an email address. `hash` is the hash of the cookie's secret. Times
-- are in ms since 1970.
CREATE TABLE desk_sessions (
  hash TEXT PRIMARY KEY,
  code_id TEXT REFERENCES desk_codes (id) ON DELETE CASCADE,
  email TEXT,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
);

-- Number of attempts to enter a sign-in code in a time window: by network (a keyed hash), by company, by
-- session and in total. `ends_at` is in ms since 1970.
CREATE TABLE desk_guesses (
  source TEXT PRIMARY KEY,
  tries INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
);

-- Log of the actions at the desk and through the admin interface. It contains no text from candidates.
CREATE TABLE desk_log (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  who TEXT NOT NULL,
  action TEXT NOT NULL,
  client_uuid TEXT,
  position_uuid TEXT,
  application_id TEXT,
  count INTEGER
);
CREATE INDEX desk_log_of_client ON desk_log (client_uuid, number);

-- Keyed hashes of the networks that were used to sign in with a code in the last 30 days. Wrong codes from
-- other networks do not lock them out. `signed_in_at` is in ms since 1970.
CREATE TABLE desk_networks (
  hash TEXT PRIMARY KEY,
  signed_in_at INTEGER NOT NULL
);

-- Where a company is notified of applications: a webhook or an email address. The secret signs the
-- webhook's calls, so it is stored unhashed. `last_result` describes the last attempt.
CREATE TABLE channels (
  id TEXT PRIMARY KEY,
  client_uuid TEXT NOT NULL REFERENCES clients (uuid),
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'email')),
  address TEXT NOT NULL,
  secret TEXT,
  digest TEXT NOT NULL CHECK (digest IN ('at once', 'hourly')),
  last_at TEXT,
  last_result TEXT,
  UNIQUE (client_uuid, kind, address)
);

-- Notifications to send. `counts` is a JSON object of application counts by position uuid, empty for a test.
-- `gathers` is 'now' or an hour such as 2026-11-23T18. New applications are added to the notification with
-- the same `gathers`. The first attempt sets it to NULL, so that the notification no longer changes.
CREATE TABLE notifications (
  id TEXT PRIMARY KEY,
  channel_id TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
  counts TEXT NOT NULL,
  gathers TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (channel_id, gathers)
);

CREATE INDEX notifications_by_due ON notifications (due_at);

-- Hashes of the idempotency keys of deleted applications, so that repeats are not stored again.
CREATE TABLE deleted_keys (
  hash TEXT PRIMARY KEY,
  deleted_at TEXT NOT NULL
);
