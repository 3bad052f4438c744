import type TS from "typescript";
import { builtinMember } from "../builtins/members";
import { unknown } from "../domain/constructors";
import type { Abstract, Cell, Content, Frame, Unknown } from "../domain/domain";
import { reachable } from "../domain/values";
import type { Origin } from "../../value/value";
import type { Program } from "../program";
import { contentOf } from "../store/heap";
import { writtenKey } from "../../syntax/private-names";

/** Members of unknown values. */

/** @returns the dotted name of a member: `context.octokit`. */
export function trailOf(from: Abstract, key: string): readonly string[] {
  const trail = from.origin?.trail ?? [];
  const last = trail.at(-1);
  return last === undefined ? [] : [...trail.slice(0, -1), `${last}.${writtenKey(key)}`];
}

/**
 * A member of something unknown: unknown too, but with an identity and an origin of its own.
 *
 * @param key absent for some element.
 */
export function unknownMember(
  program: Program,
  frame: Frame,
  target: Unknown,
  key: string | undefined,
  node: TS.Node,
): Abstract {
  const place = program.place(frame, node);
  if (target.is === "string" && key !== undefined) {
    const method = builtinMember(program, target, key, place);
    if (method) return method;
  }
  return unknown(target.origin?.response ? "part of a response" : `part of ${target.reason}`, place, {
    origin: originOf(target, key),
    identity: key === undefined ? undefined : program.pass.identities.member(target.identity, key),
    pointsTo: target.pointsTo?.length
      ? [...new Set(target.pointsTo.flatMap((cell) => heldBy(contentOf(program, cell))))]
      : undefined,
    typed: node,
    member: key === undefined ? undefined : { of: target, key },
  });
}

/** Where a member of an unknown value comes from: names of a response's headers are compared in lower case, and elements are alike. */
function originOf(target: Unknown, key: string | undefined): Origin {
  const { response, parameter } = target.origin ?? {};
  const trail = trailOf(target, key ?? "*");
  const path = key === undefined || /^\d+$/u.test(key) ? "*" : response?.part === "headers" ? key.toLowerCase() : key;
  // A parameter that is a pattern has no name of its own: its members have.
  const from = parameter?.name === "" && key !== undefined ? { name: key } : parameter;
  return {
    trail,
    ...(from && { parameter: from }),
    ...(response && { response: { ...response, path: [...response.path, path] } }),
  };
}

const held = new WeakMap<Content, readonly Cell[]>();

/** @returns the objects that an object holds. */
function heldBy(content: Content): readonly Cell[] {
  const known = held.get(content);
  if (known) return known;
  const values = [
    ...[...content.fields.values()].map((field) => field.value),
    ...content.items.map((item) => item.value),
  ];
  if (content.rest) values.push(content.rest);
  const cells = reachable(values);
  held.set(content, cells);
  return cells;
}
