-- Removes the experiment of the link ID and prevents it from being stored again.
UPDATE links SET document = '', claims = '{}', expires = 0, blocked = 1 WHERE id = 'ID';
