-- Finds the last time that a person read an application.
CREATE INDEX desk_log_of_reads ON desk_log (application_id, who, at) WHERE action = 'read';
