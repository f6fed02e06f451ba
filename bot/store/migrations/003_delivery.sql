CREATE TABLE inbox (
    enterprise  TEXT NOT NULL,
    team        TEXT NOT NULL,
    id          TEXT NOT NULL,
    lane        TEXT NOT NULL,
    kind        TEXT NOT NULL,
    payload     TEXT NOT NULL,
    state       TEXT NOT NULL,
    seq         BIGINT NOT NULL,
    tries       INTEGER NOT NULL DEFAULT 0,
    error       TEXT NOT NULL DEFAULT '',
    accepted_at BIGINT NOT NULL,
    ended_at    BIGINT,
    PRIMARY KEY (enterprise, team, id)
);
CREATE INDEX inbox_waiting ON inbox (enterprise, team, lane, seq) WHERE state = 'waiting';
CREATE INDEX inbox_dead ON inbox (ended_at) WHERE state = 'dead';
CREATE INDEX inbox_done ON inbox (ended_at) WHERE state = 'done';

CREATE TABLE lanes (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    lane       TEXT NOT NULL,
    arrivals   BIGINT NOT NULL DEFAULT 1,
    due_at     BIGINT NOT NULL,
    held_by    TEXT NOT NULL DEFAULT '',
    held_since BIGINT NOT NULL DEFAULT 0,
    held_until BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (enterprise, team, lane)
);
CREATE INDEX lanes_due ON lanes (due_at);
CREATE INDEX lanes_held ON lanes (held_by) WHERE held_by <> '';

CREATE TABLE effects (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    ts         TEXT NOT NULL,
    kind       TEXT NOT NULL,
    state      TEXT NOT NULL,
    posted_ts  TEXT NOT NULL DEFAULT '',
    tries      INTEGER NOT NULL DEFAULT 1,
    held_by    TEXT NOT NULL,
    began_at   BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, ts, kind)
);
CREATE INDEX effects_changed_at ON effects (changed_at);

CREATE TABLE limits (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    method     TEXT NOT NULL,
    channel    TEXT NOT NULL,
    next_at    BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, method, channel)
);

CREATE TABLE changes (
    what TEXT NOT NULL PRIMARY KEY,
    n    BIGINT NOT NULL
);

CREATE TABLE workspaces (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    state      TEXT NOT NULL,
    since      BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team)
);

ALTER TABLE records ADD COLUMN told_in TEXT NOT NULL DEFAULT '';
ALTER TABLE records ADD COLUMN shown TEXT NOT NULL DEFAULT '';
CREATE INDEX records_told_in ON records (enterprise, team, channel, told_in) WHERE told_in <> '';

-- What is learned from votes needs a sketch of the alert, and no longer its words.
UPDATE records SET alert = '';
UPDATE votes SET alert = '';
CREATE INDEX votes_lately ON votes (enterprise, team, at);

-- A claim without an ending was the old way of knowing what a crash cut off.
UPDATE records SET reason = 'interrupted' WHERE reason = '';
