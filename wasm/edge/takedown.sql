-- Takes the link ID down: its experiment goes, and is not stored again.
UPDATE links SET document = '', claims = '{}', expires = 0, blocked = 1 WHERE id = 'ID';
