-- Where the candidate came from, as a JSON object of texts, where the position wants to know.
ALTER TABLE applications ADD COLUMN source TEXT;
