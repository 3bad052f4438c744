import { checkFields } from "../../fields/check";
import { completeFields } from "../../fields/complete";
import { parseFields } from "../../fields/parse";
import type { Range } from "../../text/range";
import { rule as validFields } from "../../../rules/fields/valid-fields";
import { rule as noDataPrefix } from "../../../rules/fields/no-data-prefix";
import { conventions } from "../../contract/conventions";
import type { ShownProblem } from "./findings";
import { pathAt, readResponse, selectedRanges, shapeOfValues } from "./response";

/** The part of a response that a value of `fields` selects. */
export interface SelectorReport {
  /** Ranges of the response text that the service returns. */
  readonly selected: readonly Range[];
  /** Mistakes in the value of `fields`, by its offsets. With any, the service answers 400 and nothing is selected. */
  readonly mistakes: readonly ShownProblem[];
  /** Why the response cannot be read. */
  readonly problem?: ShownProblem;
  readonly wrapped: boolean;
}

/** Selects part of a response as the service does. */
export function selectPart(fields: string, responseText: string): SelectorReport {
  const response = readResponse(responseText);
  if ("message" in response)
    return {
      selected: [],
      mistakes: [],
      problem: { message: response.message, ...response.range },
      wrapped: false,
    };
  const { resource, wrapped } = response;
  const parsed = parseFields(fields);
  const mistakes = parsed.mistakes.map(({ kind, range }) => messageAt(kind, range, { text: textAt(fields, range) }));
  if (mistakes.length === 0) mistakes.push(...misfitsOf(parsed.selectors, response));
  const selected = mistakes.length > 0 ? [] : selectedRanges(parsed.selectors, resource);
  return { selected, mistakes, wrapped };
}

function misfitsOf(
  selectors: ReturnType<typeof parseFields>["selectors"],
  { resource, wrapped }: Extract<ReturnType<typeof readResponse>, { wrapped: boolean }>,
): readonly ShownProblem[] {
  return checkFields(selectors, shapeOfValues([resource])).map((misfit) => {
    const { range, name } = misfit.segment;
    if (misfit.kind === "insideScalar") return messageAt("insideScalar", range, { name, parent: misfit.parent.name });
    if (wrapped && name === conventions.selector.wrapper && selectors.some(({ path }) => path[0] === misfit.segment))
      return { message: noDataPrefix.messages.unclear ?? "", ...range };
    const near = misfit.near.map((each) => `\`${each}\``).join(" or ");
    return messageAt(near === "" ? "unknownField" : "unknownFieldNear", range, { name, near });
  });
}

function textAt(text: string, { start, end }: Range): string {
  return text.slice(start, end);
}

/** Uses the messages of the rule `valid-fields`. */
function messageAt(id: string, range: Range, data: Readonly<Record<string, string>>): ShownProblem {
  const template = validFields.messages[id] ?? id;
  return { message: template.replace(/\{(\w+)\}/gu, (_, name: string) => data[name] ?? ""), ...range };
}

/** @returns the names that are valid at an offset of a value of `fields`, and the range that they replace. */
export function completeSelector(
  fields: string,
  offset: number,
  responseText: string,
): { readonly range: Range; readonly names: readonly string[] } {
  const response = readResponse(responseText);
  if ("message" in response) return { range: { start: offset, end: offset }, names: [] };
  const found = completeFields({ text: fields, holes: [] }, offset, shapeOfValues([response.resource]));
  return { range: found.range, names: found.fields.map(({ name }) => name) };
}

/** The selected fields: names below names. A field with no names below it is selected whole. */
type Wanted = Map<string, Wanted>;

/**
 * @param offsets offsets of the response that were clicked; a second click on a field deselects it.
 * @returns the smallest selector for the selected fields; empty if there are none.
 */
export function selectorFor(responseText: string, offsets: readonly number[]): string {
  const response = readResponse(responseText);
  if ("message" in response) return "";
  const paths = new Map<string, readonly string[]>();
  for (const offset of offsets) {
    const path = pathAt(response.resource, offset);
    const key = path?.join("\0");
    if (!path || key === undefined) continue;
    if (paths.has(key)) paths.delete(key);
    else paths.set(key, path);
  }
  const wanted: Wanted = new Map();
  // Shorter paths first: a field that is selected whole covers all fields inside it.
  for (const path of [...paths.values()].sort((a, b) => a.length - b.length)) want(wanted, path);
  return print(wanted);
}

function want(root: Wanted, path: readonly string[]): void {
  let at = root;
  for (const [index, name] of path.entries()) {
    const known = at.get(name);
    if (known?.size === 0) return;
    const next: Wanted = known ?? new Map<string, Wanted>();
    if (!known) at.set(name, next);
    if (index < path.length - 1) at = next;
  }
}

function print(wanted: Wanted): string {
  return [...wanted].map(([name, inner]) => printField(name, inner)).join(",");
}

function printField(name: string, inner: Wanted): string {
  if (inner.size === 0) return name;
  return inner.size === 1 ? `${name}/${print(inner)}` : `${name}(${print(inner)})`;
}
