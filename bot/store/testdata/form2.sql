-- The bot's state. Every statement may run again on a file that has it already.
--
-- Plain SQL that PostgreSQL reads as well: natural keys, no rowids, texts without
-- NUL, times as UTC milliseconds since 1970 (BIGINT), where NULL means "not yet".

-- One row: which form of this file the tables have. A program refuses a newer one.
CREATE TABLE IF NOT EXISTS schema_version (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    version  INTEGER NOT NULL
);
INSERT INTO schema_version (only_row, version) VALUES (1, 2) ON CONFLICT DO NOTHING;

-- One row for each alert message the bot took. The row appears when the message
-- is claimed; its reason is '' until it was handled, so a row with an old
-- first_at and no reason is a crash.
CREATE TABLE IF NOT EXISTS records (
    enterprise  TEXT NOT NULL,            -- '' outside Enterprise Grid
    team        TEXT NOT NULL,
    channel     TEXT NOT NULL,
    ts          TEXT NOT NULL,            -- Slack's message timestamp, as text: a float would lose digits
    thread_ts   TEXT NOT NULL DEFAULT '',
    fingerprint TEXT NOT NULL DEFAULT '', -- equal for repeats of one alert
    status      TEXT NOT NULL DEFAULT '',
    source      TEXT NOT NULL DEFAULT '',
    severity    TEXT NOT NULL DEFAULT '',
    title       TEXT NOT NULL DEFAULT '',
    alert       TEXT NOT NULL DEFAULT '', -- the words of the alert, for what votes on it teach; since form 2
    reason      TEXT NOT NULL DEFAULT '', -- '' is a claim with no ending
    confidence  DOUBLE PRECISION NOT NULL DEFAULT 0,
    case_ids    TEXT NOT NULL DEFAULT '[]', -- a JSON array, best case first
    reply_ts    TEXT NOT NULL DEFAULT '', -- '' when the bot said nothing
    reply       TEXT NOT NULL DEFAULT '', -- that message as JSON, to be edited later
    seen        INTEGER NOT NULL DEFAULT 1,
    first_at    BIGINT NOT NULL,
    last_at     BIGINT NOT NULL,
    resolved_at BIGINT,
    PRIMARY KEY (enterprise, team, channel, ts)
);

-- "Was this alert answered here lately?"
CREATE INDEX IF NOT EXISTS records_answered
    ON records (enterprise, team, channel, fingerprint, first_at);

-- "Which alert is this reply of ours about?"
CREATE INDEX IF NOT EXISTS records_reply ON records (enterprise, team, channel, reply_ts);

-- What people said of a case that was shown for an alert: one vote a person and case.
CREATE TABLE IF NOT EXISTS votes (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    ts         TEXT NOT NULL,            -- of the alert, as in records
    case_id    TEXT NOT NULL,
    person     TEXT NOT NULL,            -- Slack's user id
    vote       INTEGER NOT NULL,         -- 1: this is it, -1: not this
    alert      TEXT NOT NULL DEFAULT '', -- the words of the alert; they outlive its record
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, ts, case_id, person)
);
CREATE INDEX IF NOT EXISTS votes_at ON votes (at);

-- Pruning.
CREATE INDEX IF NOT EXISTS records_last_at ON records (last_at);

INSERT INTO records (enterprise, team, channel, ts, fingerprint, title, alert, reason, case_ids, reply_ts, reply, seen, first_at, last_at, resolved_at)
VALUES ('', 'T1', 'C1', '1.1', 'f1', 'DiskFull', 'disk full on db-1', 'answered', '["IL-0001"]', '1.2', '{"text":"x"}', 3, 1, 5, 7);
INSERT INTO records (enterprise, team, channel, ts, reason, first_at, last_at) VALUES ('E1', 'T1', 'C1', '1.3', '', 2, 2);
INSERT INTO votes (enterprise, team, channel, ts, case_id, person, vote, alert, at) VALUES ('', 'T1', 'C1', '1.1', 'IL-0001', 'U1', 1, 'disk full on db-1', 4);
