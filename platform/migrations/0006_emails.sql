-- The confirmation of each application with an email address. `address` is where to send it, and `mailbox` the same
-- for all spellings of a mailbox. `receipt` is the receipt's id, and `receipt_until` when it expires. `result` describes
-- the last attempt, and is NULL during an attempt. `due_at` is NULL if there are no more attempts.
CREATE TABLE confirmations (
  id TEXT PRIMARY KEY,
  application_id TEXT NOT NULL UNIQUE REFERENCES applications (id) ON DELETE CASCADE,
  client_uuid TEXT NOT NULL,
  position_uuid TEXT NOT NULL,
  address TEXT NOT NULL,
  mailbox TEXT NOT NULL,
  language TEXT NOT NULL,
  receipt TEXT,
  receipt_until TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'given up')),
  result TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at TEXT,
  due_at TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (position_uuid, mailbox)
);

CREATE INDEX confirmations_by_due ON confirmations (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX confirmations_by_mailbox ON confirmations (mailbox, tried_at);
CREATE INDEX confirmations_by_client ON confirmations (client_uuid, tried_at);

-- The last email that was sent, and the last failure that concerns all emails. The table has at most one row.
CREATE TABLE email_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sent_at TEXT,
  failed_at TEXT,
  failure TEXT
);

-- Emails that were stored instead of being sent (`EMAIL_URL=catcher:`).
CREATE TABLE caught_emails (
  id TEXT PRIMARY KEY,
  client_uuid TEXT NOT NULL REFERENCES clients (uuid) ON DELETE CASCADE,
  application_id TEXT REFERENCES applications (id) ON DELETE CASCADE,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT,
  at TEXT NOT NULL
);

CREATE INDEX caught_emails_by_time ON caught_emails (at);

-- The ids of up to 100 of the applications that a notification counts, as a JSON list.
ALTER TABLE notifications ADD COLUMN applications TEXT NOT NULL DEFAULT '[]';
