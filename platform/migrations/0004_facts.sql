-- What else is said of a position (pay, places, workplace, closing date, ...), as the contract's keys.
ALTER TABLE positions ADD COLUMN facts TEXT NOT NULL DEFAULT '{}';
