// The short links that were made in this browser, with the tokens that delete them:
// {id, url, token, title, time}, the latest first. They are stored in this browser alone,
// and outlast a session: a link cannot be deleted without its token.
import { readStored, writeStored } from "../storage.js";

/** @typedef {{ id: string, url: string, token: string, title: string, time: number }} OwnLink */
const key = "lplab-links";

const isValid = (/** @type {OwnLink | null} */ link) => link?.id && link.token && URL.canParse(link.url) && /^https?:$/.test(new URL(link.url).protocol);

/** @returns {OwnLink[]} */
function load() {
  const list = readStored(key);
  return Array.isArray(list) ? list.filter(isValid) : [];
}

let unstoredLinks = /** @type {OwnLink[] | null} */ (null); // the list until the page is closed, if the browser cannot store it

function save(/** @type {OwnLink[]} */ list) {
  unstoredLinks = writeStored(key, list) ? null : list;
}

const allLinks = () => unstoredLinks ?? load();

export const ownLinks = {
  list: allLinks,
  add(/** @type {OwnLink} */ link) {
    save([link, ...allLinks().filter(({ id }) => id !== link.id)]);
  },
  remove(/** @type {string} */ removedId) {
    save(allLinks().filter(({ id }) => id !== removedId));
  },
};
