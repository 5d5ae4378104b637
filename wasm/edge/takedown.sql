-- Removes the experiment of the link ID and prevents that it is stored again.
UPDATE links SET document = '', claims = '{}', expires = 0, blocked = 1 WHERE id = 'ID';
