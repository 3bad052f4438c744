import type { Client } from "../request/clients/client";

const introduction = `# Clients

What sends requests is found by these names, in TypeScript and JavaScript, with types and without. The project's own functions that forward to
one of them need no configuration: they are followed, also into other files. Where that ends, \`clients\` in the [configuration](configuration.md#clients)
says what is called, or which objects declare requests. [How to add a client](adding-a-client.md).
`;

/**
 * Generates the page of known clients.
 *
 * @returns docs/clients.md.
 */
export function clientsPage(clients: readonly Client[]): string {
  const sending = clients.filter(({ quiet }) => quiet !== true);
  const quiet = clients.filter((client) => client.quiet === true).flatMap(({ modules = {} }) => Object.keys(modules));
  const rows = sending.map((client) => {
    const { name, modules = {}, globals = {}, names = {}, types = [] } = client;
    const typeNames = types.flatMap((type) => type.names);
    return `| ${name} | ${list(Object.keys(modules))} | ${list([...Object.keys(globals), ...Object.keys(names)])} | ${list(typeNames)} |`;
  });
  const table = ["| client | imports | names without an import | declared types |", "|---|---|---|---|", ...rows];
  const passing = `These send nothing themselves; what they are given is followed: ${list(quiet)}.`;
  return [introduction, ...table, "", passing, ""].join("\n");
}

function list(names: readonly string[]): string {
  const unique = [...new Set(names)];
  // `*`: a client of many services recognises every type that its packages declare.
  const shown = unique.map((name) => (name === "*" ? "any of the package" : `\`${name}\``));
  return shown.length === 0 ? "–" : shown.join(", ");
}
