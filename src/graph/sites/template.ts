/**
 * What is known of a method or a URL by syntax alone: text, and what fills its holes. A hole may be a parameter, which a caller's argument replaces.
 */
export type Template =
  | { readonly kind: "text"; readonly parts: readonly (string | Hole)[] }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, Template>; readonly isOpen: boolean }
  /** The first one, unless it is left out. */
  | { readonly kind: "either"; readonly first: Template; readonly second: Template }
  | { readonly kind: "absent" }
  /** What a function of the project makes of it: members are taken to stay, and a text to stand behind something else. */
  | { readonly kind: "derived"; readonly from: Template }
  | Hole;

export type Hole = Parameter | { readonly kind: "unknown"; readonly name: string };

/** A parameter of a function, or a member of one. */
export interface Parameter {
  readonly kind: "parameter";
  readonly code: number;
  readonly index: number;
  readonly path: readonly string[];
  readonly name: string;
}

export const absent: Template = { kind: "absent" };

export function unknownTemplate(name: string): Template {
  return { kind: "unknown", name };
}

/** @returns a text of several templates, one after the other. */
export function joinTemplates(templates: readonly (string | Template)[]): Template {
  const parts = templates.flatMap((each, index): readonly (string | Hole)[] => {
    if (typeof each === "string") return [each];
    const plain = settle(each);
    if (plain.kind === "text") return plain.parts;
    if (plain.kind === "derived") return partsOfDerived(plain.from, index === templates.length - 1);
    return plain.kind === "parameter" || plain.kind === "unknown" ? [plain] : [{ kind: "unknown", name: "" }];
  });
  return { kind: "text", parts: parts.filter((each) => each !== "") };
}

/** Where more text follows, a word without a slash is a key by which a path is looked up: `config.get("url") + "orders"`. */
function partsOfDerived(from: Template, isLast: boolean): readonly (string | Hole)[] {
  const hole: Hole = { kind: "unknown", name: "" };
  const inner = joinTemplates([from]);
  if (inner.kind !== "text") return [hole];
  const isKey = !isLast && inner.parts.every((each) => typeof each === "string" && !each.includes("/"));
  return isKey ? [hole] : [hole, ...inner.parts];
}

/** @returns a template without its defaults. */
export function settle(template: Template): Template {
  if (template.kind !== "either") return template;
  const first = settle(template.first);
  return first.kind === "absent" ? settle(template.second) : first;
}

/** @returns a member of a template: `options.method`. */
export function memberOf(template: Template, name: string): Template {
  if (template.kind === "either")
    return { kind: "either", first: memberOf(template.first, name), second: memberOf(template.second, name) };
  const owner = template;
  if (owner.kind === "object") return owner.members.get(name) ?? (owner.isOpen ? unknownTemplate(name) : absent);
  if (owner.kind === "parameter" && owner.path.length < mostPath)
    return { ...owner, path: [...owner.path, name], name };
  // What is made of something may have members that it has not.
  if (owner.kind === "derived")
    return { kind: "either", first: memberOf(owner.from, name), second: unknownTemplate(name) };
  return owner.kind === "absent" ? absent : unknownTemplate(name);
}

/** Members of members of a parameter. */
const mostPath = 4;

/** Puts a call's arguments in the place of a function's parameters. */
export function substitute(template: Template, code: number, args: readonly Template[]): Template {
  switch (template.kind) {
    case "parameter":
      if (template.code !== code) return template;
      return template.path.reduce((value, name) => memberOf(value, name), args[template.index] ?? absent);
    case "text":
      return joinTemplates(
        template.parts.map((each) => (typeof each === "string" ? each : substitute(each, code, args))),
      );
    case "either":
      return {
        kind: "either",
        first: substitute(template.first, code, args),
        second: substitute(template.second, code, args),
      };
    case "object":
      return {
        ...template,
        members: new Map([...template.members].map(([name, member]) => [name, substitute(member, code, args)])),
      };
    case "derived":
      return { kind: "derived", from: substitute(template.from, code, args) };
    default:
      return template;
  }
}

/** @returns the parameters of a function that a template is made of. */
export function parametersIn(template: Template, code: number): readonly Parameter[] {
  if (template.kind === "parameter") return template.code === code ? [template] : [];
  if (template.kind === "text")
    return template.parts.flatMap((each) => (typeof each === "string" ? [] : parametersIn(each, code)));
  if (template.kind === "either")
    return [...parametersIn(template.first, code), ...parametersIn(template.second, code)];
  return template.kind === "derived" ? parametersIn(template.from, code) : [];
}

/** @returns the text of a template, `{name}` for each hole; `undefined` where it is none. */
export function textOf(template: Template): string | undefined {
  const plain = settle(template);
  if (plain.kind === "parameter" || plain.kind === "unknown") return `{${plain.name}}`;
  const whole = plain.kind === "derived" ? joinTemplates([plain]) : plain;
  if (whole.kind !== "text") return undefined;
  return whole.parts.map((each) => (typeof each === "string" ? each : `{${each.name}}`)).join("");
}
