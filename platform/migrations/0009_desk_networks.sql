-- Networks that signed in at the desk by a pass phrase in the last 30 days, as a keyed hash: wrong pass
-- phrases from elsewhere do not lock them out. `signed_in_at` is in ms since 1970.
CREATE TABLE desk_networks (
  hash TEXT PRIMARY KEY,
  signed_in_at INTEGER NOT NULL
);
