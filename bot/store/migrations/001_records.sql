CREATE TABLE records (
    enterprise  TEXT NOT NULL,
    team        TEXT NOT NULL,
    channel     TEXT NOT NULL,
    ts          TEXT NOT NULL,
    thread_ts   TEXT NOT NULL DEFAULT '',
    fingerprint TEXT NOT NULL DEFAULT '',
    status      TEXT NOT NULL DEFAULT '',
    source      TEXT NOT NULL DEFAULT '',
    severity    TEXT NOT NULL DEFAULT '',
    title       TEXT NOT NULL DEFAULT '',
    reason      TEXT NOT NULL DEFAULT '',
    confidence  DOUBLE PRECISION NOT NULL DEFAULT 0,
    case_ids    TEXT NOT NULL DEFAULT '[]',
    reply_ts    TEXT NOT NULL DEFAULT '',
    reply       TEXT NOT NULL DEFAULT '',
    seen        INTEGER NOT NULL DEFAULT 1,
    first_at    BIGINT NOT NULL,
    last_at     BIGINT NOT NULL,
    resolved_at BIGINT,
    PRIMARY KEY (enterprise, team, channel, ts)
);
CREATE INDEX records_answered ON records (enterprise, team, channel, fingerprint, first_at);
CREATE INDEX records_last_at ON records (last_at);
