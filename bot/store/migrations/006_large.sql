CREATE INDEX records_lately ON records (enterprise, team, first_at);
CREATE INDEX inbox_dead_of ON inbox (enterprise, team, lane) WHERE state = 'dead';
