// The short links that were made in this browser, with the tokens that delete them:
// {id, url, token, title, time}, the latest first. They stay here alone, and longer
// than a session: without its token a link cannot be taken back.
const name = "lplab-links";

function load() {
  try {
    const list = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(list) ? list.filter(({ id, url, token }) => id && /^https?:$/.test(URL.canParse(url) && new URL(url).protocol) && token) : [];
  } catch {
    return [];
  }
}

function save(list) {
  try {
    localStorage.setItem(name, JSON.stringify(list));
  } catch {
    // Then they are known as long as this page is.
  }
}

let here = []; // those of this page, where the browser keeps nothing

function keep(list) {
  here = list;
  save(list);
}

const known = () => {
  const kept = load();
  return kept.length > 0 ? kept : here;
};

export const own = {
  list: known,
  add(link) {
    keep([link, ...known().filter(({ id }) => id !== link.id)]);
  },
  remove(gone) {
    keep(known().filter(({ id }) => id !== gone));
  },
};
