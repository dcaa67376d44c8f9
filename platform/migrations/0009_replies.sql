-- Emails that a company's people write to candidates. `id` is made with the form, so that a form that is sent twice is
-- stored once. `kind` is the template's name, or `own`. The columns from `address` on are as in `confirmations`.
CREATE TABLE replies (
  id TEXT PRIMARY KEY,
  application_id TEXT NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
  client_uuid TEXT NOT NULL,
  kind TEXT NOT NULL,
  who TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  reply_to TEXT NOT NULL,
  address TEXT NOT NULL,
  mailbox TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'given up')),
  result TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at TEXT,
  due_at TEXT,
  created_at TEXT NOT NULL
);

CREATE INDEX replies_of_application ON replies (application_id);
CREATE INDEX replies_by_due ON replies (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX replies_by_mailbox ON replies (mailbox, tried_at);
CREATE INDEX replies_by_client ON replies (client_uuid, tried_at);

-- The address that gets candidates' answers to a company's emails, and the texts that the company changed: a JSON
-- object of objects, by language and template.
CREATE TABLE reply_settings (
  client_uuid TEXT PRIMARY KEY REFERENCES clients (uuid) ON DELETE CASCADE,
  reply_to TEXT NOT NULL DEFAULT '',
  templates TEXT NOT NULL DEFAULT '{}'
);
