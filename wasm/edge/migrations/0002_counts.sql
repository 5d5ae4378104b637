-- What is limited: requests of a network within an hour, links of a day.
CREATE TABLE counts (
  key  TEXT PRIMARY KEY NOT NULL,
  n    INTEGER NOT NULL,
  ends INTEGER NOT NULL
) WITHOUT ROWID;
