-- What a company's people do with an application. Older ones are new, and have no note.
ALTER TABLE applications ADD COLUMN mark TEXT NOT NULL DEFAULT 'new'
  CHECK (mark IN ('new', 'seen', 'answered', 'closed'));
ALTER TABLE applications ADD COLUMN note TEXT NOT NULL DEFAULT '';
CREATE INDEX applications_by_mark ON applications (position_uuid, mark);

-- Pass phrases for the desk. The phrase itself is nowhere: `hash` is PBKDF2-SHA-256 of its secret part
-- with `salt`, both in hexadecimal. Without a client it opens every company's positions.
CREATE TABLE desk_phrases (
  id TEXT PRIMARY KEY,
  client_uuid TEXT REFERENCES clients (uuid),
  name TEXT NOT NULL DEFAULT '',
  salt TEXT NOT NULL,
  hash TEXT NOT NULL,
  iterations INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

-- Which e-mail address, as Cloudflare Access has verified it, sees which company; without a client: all.
CREATE TABLE desk_people (
  email TEXT NOT NULL,
  client_uuid TEXT REFERENCES clients (uuid)
);
CREATE UNIQUE INDEX desk_people_once ON desk_people (email, coalesce(client_uuid, ''));

-- Who is in, by a pass phrase or by an e-mail address. `hash` is of the cookie's secret; times are in
-- ms since 1970.
CREATE TABLE desk_sessions (
  hash TEXT PRIMARY KEY,
  phrase_id TEXT REFERENCES desk_phrases (id) ON DELETE CASCADE,
  email TEXT,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
);

-- Pass phrases that were tried: how often in one span of time, by one network (as a keyed hash), for one
-- company and in total. `ends_at` is in ms since 1970.
CREATE TABLE desk_guesses (
  source TEXT PRIMARY KEY,
  tries INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
);

-- Who did what at the desk: nothing that a candidate wrote.
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
