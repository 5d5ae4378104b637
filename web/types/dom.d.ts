// What the DOM's own types leave open. The documents of this program are HTML: an element found by
// an id or a selector, or that an event comes from, is an HTML element. The id determines which one.

interface Element {
  readonly dataset: DOMStringMap;
  focus(options?: FocusOptions): void;
}

interface Navigator {
  /** In gigabytes; Chromium alone. */
  readonly deviceMemory?: number;
  readonly userAgentData?: { readonly brands: { brand: string; version: string }[]; readonly platform: string };
}

/** Ends the record of what was done before the page's modules had loaded, and gives it (app/server/load.js). */
declare var lplabEarly: (() => Event[]) | undefined;
/** The program that a page of this site has fetched and compiled (app/server/load.js). */
declare var lplabProgram: Promise<WebAssembly.Module> | undefined;
/** What Go calls (page.js). */
declare var lplabPage: object;
/** Shows that a new version of the page waits (go-app). */
declare var goappOnUpdate: () => void;
