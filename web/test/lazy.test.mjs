// Cards with a module that is loaded late. The page mounts its cards twice at its start: on the
// prepared document, and on the elements that its program renders.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LazyCard } from "../shell/visibility.js";

/** A card that stores itself in its host, as the cards of the page do. */
class Card {
  constructor(host) {
    this.report = null;
    host.card = this;
  }

  draw(report) {
    this.report = report;
  }

  destroy() {
    this.report = null;
  }
}

for (const order of ["first", "last"]) {
  test(`the second card of a host is drawn when its module loads ${order}`, async () => {
    const host = {};
    const [before, after] = [0, 1].map(() => {
      const card = { load: null };
      const module = new Promise((resolve) => (card.load = () => resolve(() => new Card(host))));
      card.requested = new Promise((resolve) => (card.lazy = new LazyCard(host, () => (resolve(), module))));
      return card;
    });
    const report = { status: "converged" };
    before.lazy.draw(report);
    await before.requested;
    before.lazy.destroy(); // the page mounts its cards again while the module loads
    after.lazy.draw(report);
    await after.requested;
    for (const card of order === "first" ? [after, before] : [before, after]) card.load();
    await new Promise(setImmediate);
    assert.equal(host.card.report, report, "the second card has the report");
    const next = { status: "iteration-limit" };
    after.lazy.draw(next);
    assert.equal(host.card.report, next);
  });
}
