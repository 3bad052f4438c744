import type { Native, NativeCall, SlotUse } from "../../clients/native";
import { opaque } from "../../clients/native";
import type { Range } from "../../text/range";
import type { ObjectValue, ResponseOrigin, UnknownValue, Value } from "../../value/value";
import { objectOf, unknown } from "./objects";

/** A native that is a function. */
export function callable(label: string, call: (call: NativeCall) => Value, members: Members = {}): Native {
  return { label, call, get: (name, at) => readMember(members, name, at) };
}

/** A function or class that creates, reads or fills a slot. The engine evaluates its calls itself. */
export function usingSlot(label: string, slot: SlotUse): Native {
  const uncalled = (call: NativeCall): Value => unknown(`what \`${label}\` gives`, call.range);
  return { label, slot, call: uncalled, construct: uncalled };
}

/** The properties of a native, created when read. */
export type Members = Readonly<Record<string, (() => Native) | undefined>>;

/** A native that is an object with known members. */
export function namespace(label: string, members: Members): Native {
  return { label, get: (name, at) => readMember(members, name, at) };
}

export function readMember(members: Members, name: string, at: Range): Value | undefined {
  const make = Object.hasOwn(members, name) ? members[name] : undefined;
  return make && opaque(make(), at);
}

/** A value from the service: `part` of the answer to a request. */
export function answer(
  request: number,
  part: ResponseOrigin["part"],
  path: readonly string[],
  at: Range,
  is?: UnknownValue["is"],
): UnknownValue {
  const reason = part === "body" ? "answer of the service" : `${part} of an answer`;
  return unknown(reason, at, { origin: { trail: [], response: { request, part, path } }, ...(is && { is }) });
}

/** The header fields of an answer: read by `get(name)`, or as properties if the client returns a plain object. */
export function answerHeaders(request: number): Native {
  const read = (name: string, at: Range): Value => answer(request, "headers", [name.toLowerCase()], at);
  return {
    label: "headers of an answer",
    get(name, at) {
      if (name !== "get") return read(name, at);
      return opaque(
        callable("headers.get", (call) => {
          const [field] = call.arguments;
          const text =
            field?.kind === "string"
              ? field.parts.map((part) => (part.kind === "text" ? part.text : "\u0000")).join("")
              : "\u0000";
          return text.includes("\u0000") ? unknown("header of an answer", call.range) : read(text, call.range);
        }),
        at,
      );
    },
  };
}

/** The plain object that a client returns: `{data, headers, status}`. */
export function answerObject(members: Readonly<Record<string, Value>>, at: Range): ObjectValue {
  const list = Object.entries(members).map(([key, value]) => ({
    key,
    keyRange: at,
    value,
    presence: "always" as const,
  }));
  return objectOf(list, at, true);
}

/** The answer of axios and similar clients, with the body under `data`. */
export function dataAnswer(request: number, at: Range): ObjectValue {
  return answerObject(
    {
      data: answer(request, "body", [], at),
      headers: opaque(answerHeaders(request), at),
      status: answer(request, "response", ["status"], at, "number"),
    },
    at,
  );
}

const cachedMentions = new WeakMap<object, Map<string, boolean>>();

/** Whether the text of a call's file matches a pattern: a cheap and conservative sign of unseen changes. */
export function fileMentions(call: NativeCall, pattern: RegExp): boolean {
  const file = call.node.getSourceFile();
  const known = cachedMentions.get(file) ?? new Map<string, boolean>();
  cachedMentions.set(file, known);
  const found = known.get(pattern.source) ?? pattern.test(file.text);
  known.set(pattern.source, found);
  return found;
}
