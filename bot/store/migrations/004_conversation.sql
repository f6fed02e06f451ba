CREATE TABLE settings (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    name       TEXT NOT NULL,
    value      TEXT NOT NULL,
    set_by     TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, name)
);

CREATE TABLE mutes (
    enterprise  TEXT NOT NULL,
    team        TEXT NOT NULL,
    channel     TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    title       TEXT NOT NULL,
    until_at    BIGINT,
    resolved    INTEGER NOT NULL DEFAULT 0,
    set_by      TEXT NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, fingerprint)
);

CREATE TABLE own_cases (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    id         TEXT NOT NULL,
    version    INTEGER NOT NULL,
    body       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    private    INTEGER NOT NULL,
    author     TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, id, version)
);

CREATE TABLE notes (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    case_id    TEXT NOT NULL,
    channel    TEXT NOT NULL,
    ts         TEXT NOT NULL,
    private    INTEGER NOT NULL,
    author     TEXT NOT NULL,
    body       TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, case_id, channel, ts)
);

CREATE TABLE audit (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    id         TEXT NOT NULL,
    actor      TEXT NOT NULL,
    action     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, id)
);
CREATE INDEX audit_at ON audit (enterprise, team, at);

CREATE TABLE schedules (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    kind       TEXT NOT NULL,
    cron       TEXT NOT NULL,
    zone       TEXT NOT NULL,
    next_at    BIGINT NOT NULL,
    last       TEXT NOT NULL DEFAULT '',
    set_by     TEXT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, kind)
);
CREATE INDEX schedules_next ON schedules (next_at);

CREATE INDEX records_posted ON records (enterprise, team, channel, first_at);
