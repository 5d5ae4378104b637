// The short links that were made in this browser, with the tokens that delete them:
// {id, url, token, title, time}, the latest first. They stay here alone, and longer
// than a session: without its token a link cannot be taken back.
/** @typedef {{ id: string, url: string, token: string, title: string, time: number }} OwnLink */
const name = "lplab-links";

const usable = (/** @type {OwnLink | null} */ link) => link?.id && link.token && URL.canParse(link.url) && /^https?:$/.test(new URL(link.url).protocol);

/** @returns {OwnLink[]} */
function load() {
  try {
    const list = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(list) ? list.filter(usable) : [];
  } catch {
    return [];
  }
}

let here = /** @type {OwnLink[] | null} */ (null); // all of them, as long as this page is, where the browser keeps nothing more

function keep(/** @type {OwnLink[]} */ list) {
  try {
    localStorage.setItem(name, JSON.stringify(list));
    here = null;
  } catch {
    here = list;
  }
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
