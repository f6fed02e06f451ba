ALTER TABLE records ADD COLUMN alert TEXT NOT NULL DEFAULT '';
CREATE INDEX IF NOT EXISTS records_reply ON records (enterprise, team, channel, reply_ts);
CREATE TABLE IF NOT EXISTS votes (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    ts         TEXT NOT NULL,
    case_id    TEXT NOT NULL,
    person     TEXT NOT NULL,
    vote       INTEGER NOT NULL,
    alert      TEXT NOT NULL DEFAULT '',
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, ts, case_id, person)
);
CREATE INDEX IF NOT EXISTS votes_at ON votes (at);
