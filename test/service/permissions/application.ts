import type { PermissionEntry } from "../../../src/contract/contract";
import type { Dice } from "../campaign/plan";

/** @returns a path with values for its parameters, one segment each. */
export function concretePath(template: string, dice: Dice): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    /_(?:id|number)$/.test(name)
      ? String(1 + Math.floor(dice.next() * 900))
      : dice.pick(["acme", "shop", "main", "ann"]),
  );
}

/** Writes one call of the endpoint as a person would, in one of several ways. */
function call(entry: PermissionEntry, dice: Dice, index: number): string {
  const path = concretePath(entry.path, dice);
  const headers = "headers: { Authorization: `Bearer ${process.env.TOKEN}` }";
  const options = `{ method: "${entry.method}", ${headers} }`;
  const segments = path.split("/");
  const at = 1 + Math.floor(dice.next() * (segments.length - 1));
  const head = segments.slice(0, at).join("/");
  const tail = segments.slice(at).join("/");
  switch (dice.pick(["literal", "wrapper", "concatenation", "constant", "request", "override"])) {
    case "wrapper":
      return `await send("${entry.method}", "${path}");`;
    case "concatenation":
      return `await fetch(base + "${head}/" + "${tail}", ${options});`;
    case "constant":
      return `const path${index} = "${tail}";\nawait fetch(\`\${base}${head}/\${path${index}}?page=1\`, ${options});`;
    case "request":
      return `await fetch(new Request(\`\${base}${path}\`, ${options}));`;
    case "override":
      return entry.method === "PATCH"
        ? `await fetch(\`\${base}${path}\`, { method: "POST", headers: { Authorization: \`Bearer \${process.env.TOKEN}\`, "X-HTTP-Method-Override": "PATCH" } });`
        : `await send("${entry.method}", \`${path}/\`);`;
    default:
      return `await fetch(\`\${base}${path}\`, ${options});`;
  }
}

/**
 * Writes an application that calls some endpoints of the map.
 *
 * @param entries to choose from.
 */
export function drawApplication(dice: Dice, entries: readonly [PermissionEntry, ...PermissionEntry[]]): string {
  const count = 1 + Math.floor(dice.next() * 8);
  const calls = Array.from({ length: count }, (_, index) => call(dice.pick(entries), dice, index));
  return [
    "const base = process.env.BASE_URL;",
    "async function send(method, path) {",
    "  return fetch(`${base}${path}`, { method, headers: { Authorization: `Bearer ${process.env.TOKEN}` } });",
    "}",
    ...calls,
    "export {};",
    "",
  ].join("\n");
}
