-- The bot's state as it is now. The tables come about by the steps in migrations/; this file
-- says what they are for, and a test holds the two against each other.
--
-- One SQL for SQLite and PostgreSQL: natural keys that begin with the workspace, no rowids,
-- texts without NUL, times as UTC milliseconds since 1970 (BIGINT), where NULL means "not
-- yet". enterprise is '' outside Enterprise Grid.

-- One row: which form the tables have, which is how many steps were done. A program refuses a
-- newer one.
CREATE TABLE schema_version (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    version  INTEGER NOT NULL
);

-- Delivery -----------------------------------------------------------------------------------

-- What was delivered and is to be done once. A row that was done stays for a week without its
-- payload, so that the same delivery is known when it comes again.
CREATE TABLE inbox (
    enterprise  TEXT NOT NULL,
    team        TEXT NOT NULL,
    id          TEXT NOT NULL,            -- equal whenever the same thing is delivered
    lane        TEXT NOT NULL,            -- rows of one lane are done one after the other
    kind        TEXT NOT NULL,
    payload     TEXT NOT NULL,
    state       TEXT NOT NULL,            -- 'waiting', also while it is being done; 'done'; 'dead': it could not be
    seq         BIGINT NOT NULL,          -- the order in a lane
    tries       INTEGER NOT NULL DEFAULT 0,
    error       TEXT NOT NULL DEFAULT '', -- of the last try
    accepted_at BIGINT NOT NULL,
    ended_at    BIGINT,
    PRIMARY KEY (enterprise, team, id)
);
CREATE INDEX inbox_waiting ON inbox (enterprise, team, lane, seq) WHERE state = 'waiting';
CREATE INDEX inbox_dead ON inbox (ended_at) WHERE state = 'dead';
CREATE INDEX inbox_dead_of ON inbox (enterprise, team, lane) WHERE state = 'dead'; -- since form 6
CREATE INDEX inbox_done ON inbox (ended_at) WHERE state = 'done';

-- The lanes in which something waits. Whoever holds a lane may do what waits in it; whoever
-- adds to a lane changes its row, so that nobody deletes it at that moment.
CREATE TABLE lanes (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    lane       TEXT NOT NULL,
    arrivals   BIGINT NOT NULL DEFAULT 1,
    due_at     BIGINT NOT NULL,            -- not to be worked on before
    held_by    TEXT NOT NULL DEFAULT '',   -- a process; '' when nobody holds it
    held_since BIGINT NOT NULL DEFAULT 0,  -- tells the holds of one process apart
    held_until BIGINT NOT NULL DEFAULT 0,  -- others may take it then
    PRIMARY KEY (enterprise, team, lane)
);
CREATE INDEX lanes_due ON lanes (due_at);
CREATE INDEX lanes_held ON lanes (held_by) WHERE held_by <> '';

-- What the bot posts, written down before it is posted: at most one of a kind for a message.
CREATE TABLE effects (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    ts         TEXT NOT NULL,            -- of the message that is answered
    kind       TEXT NOT NULL,
    state      TEXT NOT NULL,            -- 'posting': it may be in Slack; 'posted': it is
    posted_ts  TEXT NOT NULL DEFAULT '',
    tries      INTEGER NOT NULL DEFAULT 1,
    held_by    TEXT NOT NULL,            -- who began it last
    began_at   BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, ts, kind)
);
CREATE INDEX effects_changed_at ON effects (changed_at);

-- When the next call that Slack counts together may go out.
CREATE TABLE limits (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    method     TEXT NOT NULL,
    channel    TEXT NOT NULL,            -- '' where all channels count together
    next_at    BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, method, channel)
);

-- How often things changed that processes keep in memory.
CREATE TABLE changes (
    what TEXT NOT NULL PRIMARY KEY,
    n    BIGINT NOT NULL
);

-- Workspaces that have removed the app.
CREATE TABLE workspaces (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    state      TEXT NOT NULL,            -- why
    since      BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team)
);

-- Alerts -------------------------------------------------------------------------------------

-- One row for each alert message that was dealt with.
CREATE TABLE records (
    enterprise  TEXT NOT NULL,
    team        TEXT NOT NULL,
    channel     TEXT NOT NULL,
    ts          TEXT NOT NULL,              -- Slack's message timestamp, as text: a float would lose digits
    thread_ts   TEXT NOT NULL DEFAULT '',
    fingerprint TEXT NOT NULL DEFAULT '',   -- equal for repeats of one alert
    status      TEXT NOT NULL DEFAULT '',
    source      TEXT NOT NULL DEFAULT '',
    severity    TEXT NOT NULL DEFAULT '',
    title       TEXT NOT NULL DEFAULT '',
    alert       TEXT NOT NULL DEFAULT '',   -- for what votes on it teach; since form 2
    reason      TEXT NOT NULL DEFAULT '',   -- why the bot spoke or did not
    confidence  DOUBLE PRECISION NOT NULL DEFAULT 0,
    case_ids    TEXT NOT NULL DEFAULT '[]', -- a JSON array, best case first
    reply_ts    TEXT NOT NULL DEFAULT '',   -- '' when the bot said nothing
    reply       TEXT NOT NULL DEFAULT '',   -- that message as JSON, to be edited later
    told_in     TEXT NOT NULL DEFAULT '',   -- ts of the message in whose reply this one is counted or told of; since form 3
    shown       TEXT NOT NULL DEFAULT '',   -- what happened since, as the reply last told it; since form 3
    seen        INTEGER NOT NULL DEFAULT 1,
    first_at    BIGINT NOT NULL,
    last_at     BIGINT NOT NULL,
    resolved_at BIGINT,
    PRIMARY KEY (enterprise, team, channel, ts)
);
CREATE INDEX records_answered ON records (enterprise, team, channel, fingerprint, first_at); -- was it answered here lately?
CREATE INDEX records_reply ON records (enterprise, team, channel, reply_ts);                 -- which alert is this reply about?
CREATE INDEX records_told_in ON records (enterprise, team, channel, told_in) WHERE told_in <> '';
CREATE INDEX records_posted ON records (enterprise, team, channel, first_at);              -- what came lately?
CREATE INDEX records_lately ON records (enterprise, team, first_at);                         -- what came lately in the workspace? since form 6
CREATE INDEX records_last_at ON records (last_at);                                           -- pruning

-- What people said of a case that was shown for an alert: one vote a person and case.
CREATE TABLE votes (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    ts         TEXT NOT NULL,            -- of the alert, as in records
    case_id    TEXT NOT NULL,
    person     TEXT NOT NULL,            -- Slack's user id
    vote       INTEGER NOT NULL,         -- 1: this is it, -1: not this, 0: taken back
    alert      TEXT NOT NULL DEFAULT '', -- a sketch of the alert; it outlives the record
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, ts, case_id, person)
);
CREATE INDEX votes_lately ON votes (enterprise, team, at);
CREATE INDEX votes_at ON votes (at);

-- What people made; since form 4 ----------------------------------------------------------------

-- What people set for a channel, or for the whole workspace.
CREATE TABLE settings (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,            -- '' for the whole workspace
    name       TEXT NOT NULL,
    value      TEXT NOT NULL,
    set_by     TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, name)
);

-- Alerts about which the bot keeps quiet.
CREATE TABLE mutes (
    enterprise  TEXT NOT NULL,
    team        TEXT NOT NULL,
    channel     TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    title       TEXT NOT NULL,
    until_at    BIGINT,                  -- NULL is for ever
    resolved    INTEGER NOT NULL DEFAULT 0, -- 1: it ends when the alert is resolved
    set_by      TEXT NOT NULL,
    by_name     TEXT NOT NULL DEFAULT '',  -- what they are called; '' where that is not known
    at          BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, fingerprint)
);

-- The versions of the cases that people of a workspace wrote in Slack. The highest counts.
CREATE TABLE own_cases (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    id         TEXT NOT NULL,
    version    INTEGER NOT NULL,
    body       TEXT NOT NULL,            -- the case as JSON; '' is a case that was deleted
    channel    TEXT NOT NULL,            -- where it was learned
    private    INTEGER NOT NULL,         -- 1: it is told in that channel only
    author     TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, id, version)
);

-- What people wrote down for the next reader of a case, be it their own or the library's.
CREATE TABLE notes (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    case_id    TEXT NOT NULL,
    channel    TEXT NOT NULL,
    ts         TEXT NOT NULL,            -- of the message it was written in
    private    INTEGER NOT NULL,
    author     TEXT NOT NULL,
    body       TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, case_id, channel, ts)
);

-- Who changed what and when.
CREATE TABLE audit (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    id         TEXT NOT NULL,            -- the same for the same deed, however often it is told
    actor      TEXT NOT NULL,
    action     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, id)
);
CREATE INDEX audit_at ON audit (enterprise, team, at);

-- What is posted again and again. The process that moves next_at on is the one that has it posted.
CREATE TABLE schedules (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    kind       TEXT NOT NULL,
    cron       TEXT NOT NULL,
    zone       TEXT NOT NULL,
    next_at    BIGINT NOT NULL,
    last       TEXT NOT NULL DEFAULT '', -- the period it was due in last
    set_by     TEXT NOT NULL,
    PRIMARY KEY (enterprise, team, channel, kind)
);
CREATE INDEX schedules_next ON schedules (next_at);

-- What people did, one row for each thing of a kind: how often they ask, how they did in the game.
CREATE TABLE tallies (
    enterprise TEXT NOT NULL,
    team       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    person     TEXT NOT NULL,
    id         TEXT NOT NULL,            -- what it was done to
    n          INTEGER NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (enterprise, team, kind, person, id)
);
CREATE INDEX tallies_lately ON tallies (enterprise, team, kind, at);
CREATE INDEX tallies_at ON tallies (at);
