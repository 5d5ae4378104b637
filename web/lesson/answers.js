// The reader's answers: how many exercises of a lesson are done, and the answers as a link or
// a file for the lecturer.
import { download, element, messageOf } from "../dom.js";
import { countOf, sentence } from "../plot/text.js";
import { context, draftNames, follow, deleteAnswers, mergeAnswers, lessonAnswers, allProgress } from "./progress.js";
import { decode, encode, textsOf } from "./submission.js";

/** Shows them in a host. exerciseCount: the number of exercises; page: the address at which the lecturer reads answers; all: whether the answers of all lessons are sent. @param {Element} host @param {{ exerciseCount: number, page: URL, all?: boolean }} options */
export function showAnswers(host, { exerciseCount, page, all = false }) {
  const status = () => element("p", { attributes: { role: "status" } });
  const [count, message] = [status(), status()];
  const name = element("input", { type: "text", maxLength: 60, autocomplete: "off", placeholder: "none" });
  const link = element("input", { type: "text", readOnly: true, hidden: true, attributes: { "aria-label": "Link with your answers" } });
  const file = element("input", { type: "file", accept: ".txt,.json", hidden: true, attributes: { "aria-label": "File with answers" } });
  const button = (/** @type {string} */ textContent, /** @type {() => Promise<string> | string | void} */ action) => element("button", { type: "button", textContent, onclick: async () => {
    try {
      message.textContent = await action() ?? "";
    } catch (error) {
      message.textContent = sentence(messageOf(error));
    }
  } });
  /** A sentence on the entries that are not sent, "" if there are none. */
  const missing = () => {
    const names = draftNames(all).map((each) => each.replaceAll("-", " ").replace("/", ", "));
    return names.length ? ` Missing until you press Check, Compare or Keep there: ${names.join("; ")}.` : "";
  };
  const text = () => {
    const { id, answers } = { ...allProgress(), ...(all ? {} : { answers: lessonAnswers() }) };
    if (Object.keys(answers).length === 0) throw new Error("There are no answers to send: answer an exercise first");
    return encode({ id, answers, name: name.value.trim() });
  };
  let deleted = /** @type {ReturnType<typeof deleteAnswers> | null} */ (null); // what can be put back

  const forget = button("Forget my answers", () => {
    if (deleted) mergeAnswers(deleted);
    deleted = deleted ? null : deleteAnswers();
    forget.textContent = deleted ? "Put them back" : "Forget my answers";
    return deleted ? "Your answers of this lesson are deleted." : "Your answers are back.";
  });

  follow(function show() {
    const done = Object.values(lessonAnswers()).filter((a) => a.right !== false || a.kind === "choice").length;
    count.textContent = `${done} of ${exerciseCount} exercises of this lesson done. Your answers are stored only in this browser.`;
    return host.isConnected;
  });
  file.addEventListener("change", async () => {
    try {
      const { answers } = decode(textsOf(await file.files?.[0].text() ?? "")[0]);
      mergeAnswers({ answers: Object.fromEntries(answers) });
      const own = [...answers.keys()].filter((exercise) => exercise.startsWith(`${context.lesson}/`)).length;
      message.textContent = `${countOf(answers.size, "answer")} read${own === answers.size ? "" : `, ${own || "none"} of this lesson`}.`;
    } catch (error) {
      message.textContent = sentence(`The file was not read: ${messageOf(error)}`);
    }
    file.value = "";
  });
  host.append(count, element("label", {}, "Name for the lecturer (optional) ", name),
    element("div", { className: "row answer-buttons" },
      button("Make a link", async () => {
        link.value = `${page}#a=${text()}`;
        link.hidden = false;
        link.select();
        const copied = await navigator.clipboard.writeText(link.value).then(() => true, () => false);
        return `${copied ? "The link is copied. Send" : "Copy the link, and send"} it to your lecturer. It contains your answers.${missing()}`;
      }),
      button("Save as a file", () => {
        download("lplab-answers.txt", "text/plain", `${text()}\n`);
        return `The file contains your answers.${missing()}`;
      }),
      button("Read a file", () => file.click()),
      forget),
    file, link, message);
}
