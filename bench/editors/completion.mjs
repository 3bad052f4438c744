// Measures completion in a selector and in a plain string, in tsserver.

/** Calls to complete: one in a selector, and one in a plain string with values known to TypeScript. */
const calls = `
interface Page { items: { id: string; name: string; owner: { id: string; name: string } }[]; nextPageToken?: string }
export async function page(): Promise<Page> {
  const response = await fetch("https://api.example.com/v1/entries?fields=items(id,)");
  return (await response.json()) as Page;
}
declare function pick(side: "left" | "right" | "middle"): void;
pick("");
`;

/** @returns the position after a piece of a text, as tsserver counts. */
function behind(text, piece) {
  const before = text.slice(0, text.indexOf(piece) + piece.length).split("\n");
  return { line: before.length, offset: before.at(-1).length + 1 };
}

/**
 * Types a character in calls added to a file, and asks for completions.
 *
 * @param servers one without the plugin, and one with it.
 * @returns milliseconds by kind of completion.
 */
export async function complete(servers, file, before, rounds) {
  const text = before + calls;
  const contestants = [
    ["plain string, without the plugin", servers[0], behind(text, 'pick("'), "left"],
    ["plain string, with it", servers[1], behind(text, 'pick("'), "left"],
    ["selector, with it", servers[1], behind(text, "items(id,"), "owner"],
  ].map(([name, server, place, expected]) => ({ name, server, place, expected, times: [] }));
  for (const server of servers) {
    server.notify("close", { file });
    server.notify("open", { file, fileContent: text });
    await server.diagnostics(file);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, place, expected, times } of contestants) {
      const typed = { file, line: place.line, endLine: place.line, offset: place.offset };
      server.notify("change", { ...typed, endOffset: place.offset, insertString: expected[0] });
      const start = performance.now();
      const at = { file, line: place.line, offset: place.offset + 1 };
      const { entries = [] } = (await server.request("completionInfo", at)) ?? {};
      times.push(performance.now() - start);
      if (!entries.some(({ name }) => name === expected)) throw new Error(`${expected} is not offered`);
      server.notify("change", { ...typed, endOffset: place.offset + 1, insertString: "" });
    }
  }
  return contestants;
}
