// A card whose module is loaded late. The page mounts its cards twice as it starts: over the
// prepared document, and over what its program renders.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Lazy } from "../shell/sight.js";

/** A card that writes itself into its place, as the cards of the page do. */
class Card {
  constructor(place) {
    this.report = null;
    place.card = this;
  }

  draw(report) {
    this.report = report;
  }

  destroy() {
    this.report = null;
  }
}

for (const order of ["first", "last"]) {
  test(`a card whose module comes ${order} has its place, not one that it replaced`, async () => {
    const place = {};
    const [before, after] = [0, 1].map(() => {
      const card = { load: null };
      const module = new Promise((resolve) => (card.load = () => resolve(() => new Card(place))));
      card.asked = new Promise((asked) => (card.lazy = new Lazy(place, () => (asked(), module))));
      return card;
    });
    const report = { status: "converged" };
    before.lazy.draw(report);
    await before.asked;
    before.lazy.destroy(); // the page is mounted anew while the module is on its way
    after.lazy.draw(report);
    await after.asked;
    for (const card of order === "first" ? [after, before] : [before, after]) card.load();
    await new Promise(setImmediate);
    assert.equal(place.card.report, report, "its buttons act on the report that is shown");
    const next = { status: "iteration-limit" };
    after.lazy.draw(next);
    assert.equal(place.card.report, next);
  });
}
