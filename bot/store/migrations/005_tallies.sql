CREATE TABLE tallies (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    person     TEXT NOT NULL,
    id         TEXT NOT NULL,
    n          INTEGER NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, kind, person, id)
);
CREATE INDEX tallies_lately ON tallies (enterprise, team, kind, at);
CREATE INDEX tallies_at ON tallies (at);
