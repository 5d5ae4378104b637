// The module of the Share dialog, which the page loads at its first use.
export { ShareDialog } from "./dialogs/share.js";
