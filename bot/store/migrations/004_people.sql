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
CREATE INDEX audit_lately ON audit (enterprise, team, at);
CREATE INDEX audit_at ON audit (at);

CREATE TABLE settings (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    name       TEXT NOT NULL,
    value      TEXT NOT NULL,
    set_by     TEXT NOT NULL,
    set_at     BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, name)
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
    deleted    INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    change     BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, id)
);
CREATE INDEX own_cases_change ON own_cases (enterprise, team, change);

CREATE TABLE own_case_versions (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    id         TEXT NOT NULL,
    version    INTEGER NOT NULL,
    body       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    private    INTEGER NOT NULL,
    author     TEXT NOT NULL,
    deleted    INTEGER NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, id, version)
);

CREATE TABLE notes (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    case_id    TEXT NOT NULL,
    id         TEXT NOT NULL,
    body       TEXT NOT NULL,
    author     TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, case_id, id)
);

CREATE TABLE mutes (
    enterprise  TEXT NOT NULL,
    team        TEXT NOT NULL,
    channel     TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    muted_until BIGINT NOT NULL,
    muted_by    TEXT NOT NULL,
    muted_at    BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, fingerprint)
);

CREATE TABLE digests (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    kind       TEXT NOT NULL,
    slot       TEXT NOT NULL,
    posted_ts  TEXT NOT NULL,
    body       TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, kind, slot)
);
CREATE INDEX digests_at ON digests (at);

CREATE TABLE schedules (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    kind       TEXT NOT NULL,
    cron       TEXT NOT NULL,
    zone       TEXT NOT NULL,
    subscriber TEXT NOT NULL,
    next_at    BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, kind)
);
CREATE INDEX schedules_next_at ON schedules (next_at);
