// The way from the lab to the lessons.

// go-app takes every link that is clicked for one of its own routes; the lessons are
// documents beside it, and their links are the browser's.
addEventListener("click", (event) => {
  if (event.target.closest?.("a[href*='/lessons/']")) event.stopPropagation();
}, { capture: true });
