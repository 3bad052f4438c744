import type { Use } from "./uses";

/** Classes whose members give promises. */
const settles = new Set(["Promise", "Request", "Response", "Blob"]);

/**
 * Writes a use as a program that says what it gave and what became of the receiver. A promise is waited for: its value stands for it.
 *
 * @param tag the first of the tags that the program sends with.
 */
export function programOf({ member, before, expression }: Use, tag: number): string {
  const awaited = settles.has(member.split(".")[0] ?? "") || member.includes("Async") ? "await " : "";
  const receiver = before === "" ? "" : `send(${tag + 1}, r);`;
  return `async function f${tag}() { ${before} const v = ${awaited}(${expression}); send(${tag}, v); ${receiver} send(${tag + 2}, typeof v); send(${tag + 3}, v ? 1 : 2); send(${tag + 4}, [v?.length, v?.size, v === undefined, v == null]); send(${tag + 5}, JSON.stringify(v)); send(${tag + 6}, \`\${v}\`); send(${tag + 7}, Object.keys(v)); send(${tag + 8}, [...v]); }`;
}

/** How many tags a program takes. */
export const tagsOfProgram = 9;
