-- Claims on links: ends by token, as JSON; NULL in rows of before, with one token and one end.
ALTER TABLE links ADD COLUMN claims TEXT;

-- What is limited in bytes, too.
ALTER TABLE counts ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
