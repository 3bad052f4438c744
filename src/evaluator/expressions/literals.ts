import { fieldOf, nativeValue, reference, scalar } from "../domain/constructors";
import type { Closure, Item } from "../domain/domain";
import { appendItems, openItems } from "../store/items";
import type TS from "typescript";
import type { Abstract, Content, Frame, Reference } from "../domain/domain";
import { plainText } from "../domain/values";
import { keyOf } from "../store/text-form";
import { iteratedWhole, withoutGetters } from "./implicit";
import type { Program } from "../program";
import { accessor, assigned, emptyContent, setField, setUnknownKey } from "../store/content";
import { spreadInto } from "../store/copies";
import { appendAll } from "../store/elements";
import { escape } from "../store/escape";
import { allocate, newObject, update } from "../store/heap";
import { memberKey, symbolKeyOf } from "../../syntax/private-names";

/** Object and array literals, and copying members from one object to another. */

/** The content is put together first and written once: nothing can see the object before it is whole. */
export function objectLiteral(program: Program, frame: Frame, node: TS.ObjectLiteralExpression): Abstract {
  const { ts } = program;
  const place = program.place(frame, node);
  const cell = allocate(program, { type: "object", made: node });
  const self = reference(cell, place);
  let content: Content = emptyContent;
  const put = (key: string | undefined, name: TS.Node, value: Abstract): void => {
    const keyPlace = program.place(frame, name);
    content =
      key === undefined
        ? setUnknownKey(content, value)
        : setField(content, key, assigned(content, key, fieldOf(value, keyPlace)));
  };
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = program.steps.expression(program, frame, property.expression);
      content = spreadInto(program, content, withoutGetters(program, frame, spread, property));
      continue;
    }
    if (ts.isShorthandPropertyAssignment(property)) {
      put(property.name.text, property.name, program.steps.expression(program, frame, property.name));
      continue;
    }
    const key = propertyKey(program, frame, property.name);
    if (ts.isPropertyAssignment(property)) {
      const value = program.steps.expression(program, frame, property.initializer);
      if (key === "__proto__" && !ts.isComputedPropertyName(property.name))
        content = { ...content, open: true, copied: undefined };
      else put(key, property.name, value);
      continue;
    }
    const closure = program.steps.classes.closure(program, frame, property, self);
    const target = closureOf(closure);
    if (ts.isMethodDeclaration(property) || key === undefined || !target) {
      put(key, property.name, closure);
      // Under a name that is not known, nobody can tell when an accessor runs.
      if (!ts.isMethodDeclaration(property)) escape(program, closure);
    } else {
      const keyPlace = program.place(frame, property.name);
      content = setField(
        content,
        key,
        accessor(content, key, ts.isGetAccessorDeclaration(property) ? "getter" : "setter", target, keyPlace),
      );
    }
  }
  update(program, cell, () => content, "nothing");
  noteObject(program, frame, node, self);
  const native = program.library.declared?.(node);
  if (native)
    program.steps.call(program, nativeValue(native, place), {
      frame,
      self: undefined,
      args: { values: [self], more: false },
      node,
    });
  return self;
}

/** Notes an object at the top level of the file under analysis that may declare a resource. */
function noteObject(program: Program, frame: Frame, node: TS.ObjectLiteralExpression, self: Reference): void {
  if (frame.activation.depth > 0 || frame.file !== program.pass.sourceFile) return;
  const kind = self.cell.slot.value.fields.get("kind")?.value;
  if (kind && plainText(kind) !== undefined)
    program.pass.recorder.objects.set(node, program.steps.toSnapshot(program, self, frame.activation));
}

function closureOf(value: Abstract): Closure | undefined {
  return value.kind === "callable" && value.target.type === "closure" ? value.target : undefined;
}

/** @returns the name of a property, `undefined` where it is not known. */
export function propertyKey(program: Program, frame: Frame, name: TS.PropertyName): string | undefined {
  const { ts } = program;
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) return memberKey(ts, name);
  if (ts.isStringLiteralLike(name)) return name.text;
  if (ts.isNumericLiteral(name)) return String(Number(name.text));
  if (ts.isBigIntLiteral(name)) return name.text.slice(0, -1);
  const symbol = symbolKeyOf(ts, name.expression);
  if (symbol !== undefined) return symbol;
  const known = keyOf(program, program.steps.expression(program, frame, name.expression));
  return known ? String(known.value) : undefined;
}

export function arrayLiteral(program: Program, frame: Frame, node: TS.ArrayLiteralExpression): Abstract {
  const { ts } = program;
  const place = program.place(frame, node);
  let content: Content = emptyContent;
  // Those since the last spread: one copy for all.
  let items: Item[] = [];
  // A hole is no element: `forEach` and `map` leave it out.
  const hasHoles = node.elements.some((element) => ts.isOmittedExpression(element));
  const flush = (): void => {
    if (items.length > 0) content = appendItems(content, items);
    items = [];
  };
  for (const element of node.elements) {
    if (ts.isSpreadElement(element)) {
      flush();
      const iterable = program.steps.expression(program, frame, element.expression);
      iteratedWhole(program, frame, iterable, element);
      content = appendAll(program, content, iterable, program.place(frame, element));
    } else {
      const value = ts.isOmittedExpression(element)
        ? scalar(undefined, program.place(frame, element))
        : program.steps.expression(program, frame, element);
      items.push({ value, presence: "always" });
    }
  }
  flush();
  return newObject(program, place, { type: "array", made: node, content: hasHoles ? openItems(content) : content });
}
