-- What the site found suspect: the known words of `X-Puerta-Suspect`, separated by commas.
ALTER TABLE applications ADD COLUMN suspect TEXT;
