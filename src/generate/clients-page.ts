import type { Client } from "../request/clients/client";

const introduction = `# Clients

This page lists the clients that Restraint finds by their names, in TypeScript and JavaScript, with types and without. Your own functions around
them need no configuration: Restraint follows them, also into other files. For calls that it cannot follow, \`clients\` in the [configuration](configuration.md#clients)
describes the function that is called, or the objects that declare requests. See also [how to add a client](adding-a-client.md).
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
  const passing = `These send nothing themselves; Restraint follows their arguments: ${list(quiet)}.`;
  return [introduction, ...table, "", passing, ""].join("\n");
}

function list(names: readonly string[]): string {
  const unique = [...new Set(names)];
  // `*`: a client of many services recognises every type that its packages declare.
  const shown = unique.map((name) => (name === "*" ? "any of the package" : `\`${name}\``));
  return shown.length === 0 ? "–" : shown.join(", ");
}
