-- For how many months a company keeps an application; NULL: for good.
ALTER TABLE clients ADD COLUMN retention_months INTEGER CHECK (retention_months BETWEEN 1 AND 120);

CREATE INDEX applications_by_arrival ON applications (created_at);

-- Where a company is told that applications came: an address of a webhook, or of e-mail. The secret
-- signs the webhook's calls, so it is kept as it is: of a digest nothing could be signed.
-- `last_result` is what came of the last attempt, in words.
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

-- What is to be told. `counts` is {position's uuid: how many applications}; of a test it is {}.
-- `gathers` is what more applications are counted in by: 'now', or an hour such as 2026-11-23T18.
-- From its first attempt on it is NULL, and the notification stays as it is.
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
