-- Takes the link ID down: its experiment goes, and is not stored again.
UPDATE links SET document = '', expires = 0, blocked = 1 WHERE id = 'ID';
