import { mostItems, openItems } from "../store/items";
import type TS from "typescript";
import { idleActivation } from "../domain/activations";
import type { Abstract, Content, Field, Frame } from "../domain/domain";
import { cellsOf, join, optionsOf, unknown } from "../domain/values";
import { optionally } from "../flow/branches";
import type { Machine } from "../machine";
import { setField, setUnknownKey } from "../store/content";
import { escape } from "../store/escape";
import { contentOf, update as updateCell } from "../store/heap";
import { inheritedSetter } from "./inherited";
import { isGlobalObject } from "./names";

/** Assignment to members: of objects, functions, clients and what is not known. */

/**
 * Assigns a member.
 *
 * @param key `undefined` where it is not known.
 * @param node the key in the source.
 */
export function setMember(
  machine: Machine,
  frame: Frame,
  target: Abstract,
  key: string | undefined,
  value: Abstract,
  node: TS.Node,
): void {
  const options = optionsOf(target);
  const single = options.length === 1;
  for (const option of options) {
    const change = (): void => {
      setOn(machine, frame, option, key, value, node, single);
    };
    if (single) change();
    else optionally(machine, change);
  }
}

function setOn(
  machine: Machine,
  frame: Frame,
  target: Abstract,
  key: string | undefined,
  value: Abstract,
  node: TS.Node,
  sure: boolean,
): void {
  switch (target.kind) {
    case "reference":
      setOnCell(machine, frame, target, key, value, node);
      return;
    case "callable":
      if (target.target.type === "closure") {
        const { cell } = target.target;
        const field: Field = { value, presence: "always", keyPlace: machine.place(frame, node) };
        updateCell(machine, cell, (content) =>
          key === undefined ? setUnknownKey(content, value) : setField(content, key, field),
        );
      } else {
        machine.marks.markGlobal(target.target.label.split(".")[0] ?? "");
        escape(machine, value);
      }
      return;
    case "native": {
      const maybe = !sure || machine.context.conditional || machine.context.root.independent;
      if (key !== undefined)
        target.native.set?.(key, machine.steps.freeze(machine, value, idleActivation), maybe ? "maybe" : "always");
      escape(machine, value);
      return;
    }
    case "unknown":
      for (const cell of cellsOf(target)) escape(machine, { kind: "reference", cell, place: target.place });
      machine.identities.assigned(key);
      if (key !== undefined && isGlobalObject(machine, target)) machine.marks.markGlobal(key);
      escape(machine, value);
      return;
    default:
  }
}

function setOnCell(
  machine: Machine,
  frame: Frame,
  target: Extract<Abstract, { kind: "reference" }>,
  key: string | undefined,
  value: Abstract,
  node: TS.Node,
): void {
  const { cell } = target;
  const content = contentOf(machine, cell);
  if (content.escaped) escape(machine, value);
  const setter = key === undefined ? undefined : inheritedSetter(cell.constructedBy, key);
  if (setter && key !== undefined && !content.fields.has(key)) {
    const callee: Abstract = { kind: "callable", target: setter, place: machine.place(frame, node) };
    machine.steps.call(machine, frame, callee, target, { values: [value], more: false }, node);
    return;
  }
  if (cell.class !== undefined || key === "__proto__") {
    updateCell(machine, cell, (before) => ({ ...before, open: true, rest: value }));
    return;
  }
  const keyPlace = machine.place(frame, node);
  updateCell(machine, cell, (before) => {
    if (key === undefined) return setUnknownKey(before, value);
    if (cell.type === "array") return setItem(before, key, value);
    // Without a setter the assignment is ignored, or throws.
    const field = before.fields.get(key);
    if (field?.getter) return before;
    if (field?.maybeGetter)
      return setField(before, key, { ...field, value: join(value, unknown("may be a getter", keyPlace)) });
    const unordered = field?.presence === "maybe" ? true : field?.unordered;
    return setField(before, key, { value, presence: "always", keyPlace, ...(unordered && { unordered }) });
  });
}

function setItem(content: Content, key: string, value: Abstract): Content {
  const index = Number(key);
  if (content.items.length >= mostItems) return openItems(setUnknownKey(content, value));
  const exact = !content.open && content.items.every((item) => item.presence === "always");
  if (!/^\d+$/u.test(key) || !exact || index > content.items.length) return setUnknownKey(content, value);
  const items = [...content.items];
  items[index] = { value, presence: "always" };
  return { ...content, items };
}
