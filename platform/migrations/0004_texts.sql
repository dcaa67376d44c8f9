-- A company's own texts for the interface, as JSON: the contract's `texts`.
ALTER TABLE clients ADD COLUMN texts TEXT NOT NULL DEFAULT '{}';
