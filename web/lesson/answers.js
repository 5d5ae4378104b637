// The end of a lesson: how many exercises are done, and the answers as a link or a file.
import { download, element } from "../dom.js";
import { everything, follow, forget, join, lesson } from "./progress.js";
import { decode, encode } from "./submission.js";

const host = document.getElementById("own-answers");
const count = element("p", { attributes: { role: "status" } });
const name = element("input", { type: "text", maxLength: 60, autocomplete: "off", placeholder: "none" });
const link = element("input", { type: "text", readOnly: true, attributes: { "aria-label": "Link with your answers" } });
const told = element("p", { attributes: { role: "status" } });

const ids = ["lp-exercise", "[data-goal]", ".predict"].flatMap((part) => [...document.querySelectorAll(`main ${part}`)].map((found) =>
  (part === "lp-exercise" ? found.id : found.closest("[id^=figure]")?.id + (part === ".predict" ? "-guess" : ""))));

function show() {
  const { answers } = everything();
  const own = Object.entries(answers).filter(([key]) => key.startsWith(`${lesson}/`));
  const done = own.filter(([, a]) => a.right || a.kind === "choice").length;
  count.textContent = `${done} of ${new Set(ids).size} exercises of this lesson done. Your answers are kept in this browser alone.`;
}

const text = () => encode({ ...everything(), name: name.value.trim() });

const copy = element("button", { type: "button", textContent: "Make a link" });
copy.addEventListener("click", async () => {
  link.value = `${new URL("class.html", document.baseURI)}#a=${text()}`;
  link.hidden = false;
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    told.textContent = "The link is copied. Send it to your lecturer: it holds your answers.";
  } catch {
    told.textContent = "Copy the link, and send it to your lecturer: it holds your answers.";
  }
});
const save = element("button", { type: "button", textContent: "Save as a file" });
save.addEventListener("click", () => download("lplab-answers.txt", "text/plain", `${text()}\n`));
const file = element("input", { type: "file", accept: ".txt,.json", hidden: true, attributes: { "aria-label": "File with answers" } });
file.addEventListener("change", async () => {
  try {
    const { answers } = decode(await file.files[0].text());
    join({ answers: Object.fromEntries(answers) });
    told.textContent = `${answers.size} answers read.`;
  } catch (error) {
    told.textContent = `The file was not read: ${error.message}.`;
  }
  file.value = "";
});
const open = element("button", { type: "button", textContent: "Read a file", onclick: () => file.click() });
const clear = element("button", { type: "button", textContent: "Forget my answers" });
clear.addEventListener("click", () => {
  forget();
  told.textContent = "All answers of this browser are forgotten.";
});

link.hidden = true;
host.append(count,
  element("label", {}, "Name for the lecturer (optional) ", name),
  element("div", { className: "answer-buttons" }, copy, save, open, clear), file, link, told);
follow(show);
show();
