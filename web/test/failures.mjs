/** A reporter of node's test runner: the files in which a test failed, one per line. */
export default async function* failures(events) {
  for await (const { type, data } of events) {
    if (type === "test:fail") yield `${data.file ?? data.name}\n`;
  }
}
