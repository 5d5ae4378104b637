-- Short links. Hashes are hexadecimal; times are seconds, and 0 is never.
CREATE TABLE links (
  id       TEXT PRIMARY KEY NOT NULL,
  hash     TEXT NOT NULL,
  document TEXT NOT NULL,
  token    TEXT NOT NULL,
  expires  INTEGER NOT NULL,
  blocked  INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX links_by_end ON links (expires) WHERE expires > 0;
