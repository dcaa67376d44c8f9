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
  social_links TEXT NOT NULL DEFAULT '{}'
);

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
  apply_site_questions TEXT NOT NULL DEFAULT '[]'
);

CREATE INDEX positions_of_client ON positions (client_uuid, status, published_at);

-- `number` is what a person reads out; `id` is what the API answers.
CREATE TABLE applications (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  position_uuid TEXT NOT NULL REFERENCES positions (uuid),
  idempotency_key TEXT,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  phone TEXT NOT NULL,
  killer_questions TEXT NOT NULL DEFAULT '[]',
  open_questions TEXT NOT NULL DEFAULT '[]',
  cv_name TEXT,
  cv_type TEXT,
  cv_size INTEGER,
  cv_sha256 TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (position_uuid, phone),
  UNIQUE (position_uuid, idempotency_key)
);

-- A CV that is being stored and whose application is not there yet. What a crash leaves in this
-- table is a file that belongs to nobody, and is swept away later.
CREATE TABLE unclaimed_cvs (
  id TEXT PRIMARY KEY,
  created_at TEXT NOT NULL
);
