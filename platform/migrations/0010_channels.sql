-- Recreates the tables of channels and notifications without checks of a channel's kind and digest, because with
-- these checks a new kind would need new tables. The platform checks both (`CHANNEL_KINDS`, `ChannelSettings`).
-- Waiting notifications are copied first, because they are deleted with their channel.
CREATE TABLE new_channels (
  id TEXT PRIMARY KEY,
  client_uuid TEXT NOT NULL REFERENCES clients (uuid),
  kind TEXT NOT NULL,
  address TEXT NOT NULL,
  secret TEXT,
  digest TEXT NOT NULL,
  last_at TEXT,
  last_result TEXT,
  UNIQUE (client_uuid, kind, address)
);
INSERT INTO new_channels SELECT id, client_uuid, kind, address, secret, digest, last_at, last_result FROM channels;

CREATE TABLE new_notifications (
  id TEXT PRIMARY KEY,
  channel_id TEXT NOT NULL REFERENCES new_channels (id) ON DELETE CASCADE,
  counts TEXT NOT NULL,
  gathers TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  applications TEXT NOT NULL DEFAULT '[]',
  UNIQUE (channel_id, gathers)
);
INSERT INTO new_notifications
  SELECT id, channel_id, counts, gathers, attempts, due_at, created_at, applications FROM notifications;

DROP TABLE notifications;
DROP TABLE channels;
ALTER TABLE new_channels RENAME TO channels;
ALTER TABLE new_notifications RENAME TO notifications;
CREATE INDEX notifications_by_due ON notifications (due_at);
