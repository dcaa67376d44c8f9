ALTER TABLE clients ADD COLUMN next_steps TEXT;
