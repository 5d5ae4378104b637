// The short links that were made in this browser, with the tokens that delete them:
// {id, url, token, title, time}, the latest first. They are stored in this browser alone,
// and outlast a session: a link cannot be deleted without its token.
import { readStored, writeStored } from "../stored.js";

/** @typedef {{ id: string, url: string, token: string, title: string, time: number }} OwnLink */
const name = "lplab-links";

const usable = (/** @type {OwnLink | null} */ link) => link?.id && link.token && URL.canParse(link.url) && /^https?:$/.test(new URL(link.url).protocol);

/** @returns {OwnLink[]} */
function load() {
  const list = readStored(name);
  return Array.isArray(list) ? list.filter(usable) : [];
}

let here = /** @type {OwnLink[] | null} */ (null); // the list until the page is closed, if the browser cannot store it

function keep(/** @type {OwnLink[]} */ list) {
  here = writeStored(name, list) ? null : list;
}

const known = () => here ?? load();

export const own = {
  list: known,
  add(/** @type {OwnLink} */ link) {
    keep([link, ...known().filter(({ id }) => id !== link.id)]);
  },
  remove(/** @type {string} */ gone) {
    keep(known().filter(({ id }) => id !== gone));
  },
};
