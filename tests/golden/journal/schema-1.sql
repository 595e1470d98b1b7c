PRAGMA application_id = 1413631043;
PRAGMA user_version = 1;
CREATE TABLE people (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            played INTEGER NOT NULL DEFAULT 0);
CREATE TABLE matches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            header TEXT NOT NULL,
            started REAL NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('open', 'aside', 'done')),
            since REAL NOT NULL,
            place INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX one_open ON matches (status) WHERE status = 'open';
CREATE UNIQUE INDEX asides ON matches (status, place) WHERE status = 'aside';
CREATE TABLE seats (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            person INTEGER NOT NULL REFERENCES people,
            said TEXT NOT NULL,
            PRIMARY KEY (match, seat)) WITHOUT ROWID;
CREATE INDEX seats_of_person ON seats (person);
CREATE TABLE lines (
            match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
            n INTEGER NOT NULL,
            line TEXT NOT NULL,
            PRIMARY KEY (match, n)) WITHOUT ROWID;
CREATE TABLE results (
            match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE,
            game TEXT NOT NULL,
            abandoned INTEGER NOT NULL);
CREATE TABLE scores (
            match INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            won INTEGER NOT NULL,
            points INTEGER,
            PRIMARY KEY (match, seat)) WITHOUT ROWID;
CREATE TABLE faces (
            match INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
            kind TEXT NOT NULL,
            face INTEGER NOT NULL,
            times INTEGER NOT NULL,
            PRIMARY KEY (match, kind, face)) WITHOUT ROWID;
CREATE TABLE plain_rolls (id INTEGER PRIMARY KEY, face INTEGER NOT NULL, time REAL NOT NULL);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
