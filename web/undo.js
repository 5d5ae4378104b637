// The keys of Undo and Redo. While a text field holds something that has not been
// entered yet, they are the field's own.

let entered = ""; // what the field with the focus held when it was last entered
let pending = false;

const isText = (element) => element.matches?.("input:not([type]), input[type=text], input[type=search], input[type=url], textarea");

function settle(e) {
  if (!isText(e.target)) return;
  entered = e.target.value;
  pending = false;
}

document.addEventListener("focusin", settle);
document.addEventListener("change", settle);
document.addEventListener("focusout", () => (pending = false));
document.addEventListener("input", (e) => {
  if (isText(e.target)) pending = e.target.value !== entered;
});

document.addEventListener("keydown", (e) => {
  const key = e.key.toLowerCase();
  if (!(e.ctrlKey || e.metaKey) || e.altKey || (key !== "z" && (key !== "y" || e.shiftKey))) return;
  if (isText(e.target) && (pending || !e.target.closest("#controls")) || e.target.closest?.("dialog")) return;
  e.preventDefault();
  document.getElementById(key === "y" || e.shiftKey ? "redo" : "undo")?.click();
});
