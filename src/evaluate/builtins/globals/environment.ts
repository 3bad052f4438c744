import { builtinValue, unknown } from "../../make";
import { plainText } from "../../values";
import type { Abstract, Builtin, BuiltinCall, Place, Unknown } from "../../domain";
import { argument, method, methodsOf, namespace, pure, resultOf, type Row } from "../define";

/** The environment of the program: process, page, storage, console and timers. */

/** A variable of the environment has one identity wherever it is read. */
const identities = new Map<string, number>();

/** @returns an unknown value of the environment, with the name under which it is read. */
function given(name: string, place: Place, about: Partial<Unknown> = {}): Unknown {
  const identity = identities.get(name);
  const same = identity === undefined ? {} : { identity };
  const known = unknown(`\`${name}\``, place, { ...about, ...same, origin: { trail: [name] } });
  if (name.includes(".env.")) identities.set(name, known.identity);
  return known;
}

/** @returns an object whose members are variables of the environment. */
function environment(label: string): Builtin {
  return { label, member: (name, place) => given(`${label}.${name}`, place) };
}

function holder(
  label: string,
  members: Readonly<Record<string, Builtin>>,
  functions: Readonly<Record<string, Row>> = {},
): Builtin {
  const methods = methodsOf(label, functions);
  return {
    label,
    member: (name, place) => {
      const known = (Object.hasOwn(members, name) ? members[name] : undefined) ?? methods.get(name);
      return known ? builtinValue(known, place) : given(`${label}.${name}`, place);
    },
  };
}

const processObject = holder(
  "process",
  { env: environment("process.env") },
  {
    cwd: pure("process.cwd", "string"),
    exit: pure("process.exit"),
    hrtime: pure("process.hrtime"),
    uptime: pure("process.uptime", "number"),
  },
);

const textsOfLocation: ReadonlySet<string> = new Set([
  "hash",
  "host",
  "hostname",
  "href",
  "origin",
  "pathname",
  "port",
  "protocol",
  "search",
]);

const location: Builtin = {
  label: "location",
  member: (name, place) => given(`location.${name}`, place, textsOfLocation.has(name) ? { is: "string" } : {}),
};

/** A storage, whose values are strings or `null`. */
function store(label: string): Builtin {
  return {
    label,
    member: (name, place) => {
      const method = storeMethods(label).get(name);
      return method ? builtinValue(method, place) : given(`${label}.${name}`, place);
    },
  };
}

const storeTables = new Map<string, ReadonlyMap<string, Builtin>>();

function storeMethods(label: string): ReadonlyMap<string, Builtin> {
  let known = storeTables.get(label);
  if (!known) {
    known = methodsOf(label, {
      clear: pure(`${label}.clear`),
      getItem: (call) => {
        const key = plainText(argument(call, 0));
        return unknown(`\`${label}.getItem()\``, call.place, {
          origin: { trail: [key === undefined ? `${label}.getItem()` : `${label}.${key}`] },
        });
      },
      key: pure(`${label}.key`),
      removeItem: pure(`${label}.removeItem`),
      setItem: pure(`${label}.setItem`),
    });
    storeTables.set(label, known);
  }
  return known;
}

/** The console: all of its methods have no effect. */
const consoleObject: Builtin = {
  label: "console",
  member: (name, place) => builtinValue(consoleMethod, place, unknown(name, place)),
};
const consoleMethod = method("console", ({ place }) => resultOf("console", place));

/** A function that calls its first argument later. */
function timer(name: string, label: string): Builtin {
  return method(name, (call) => {
    call.evaluator.invoke(argument(call, 0), call.arguments.slice(2), call.place);
    return resultOf(label, call.place);
  });
}

function soon(name: string): Builtin {
  return method(name, (call: BuiltinCall): Abstract => {
    call.evaluator.invoke(argument(call, 0), [], call.place);
    return resultOf(name, call.place);
  });
}

const cryptoObject = namespace("crypto", {
  getRandomValues: (call) => argument(call, 0),
  randomUUID: pure("crypto.randomUUID", "string"),
});

export const environmentGlobals: Readonly<Record<string, Builtin>> = {
  clearInterval: method("clearInterval", pure("clearInterval")),
  clearTimeout: method("clearTimeout", pure("clearTimeout")),
  console: consoleObject,
  crypto: cryptoObject,
  localStorage: store("localStorage"),
  location,
  process: processObject,
  queueMicrotask: soon("queueMicrotask"),
  requestAnimationFrame: soon("requestAnimationFrame"),
  requestIdleCallback: soon("requestIdleCallback"),
  sessionStorage: store("sessionStorage"),
  setImmediate: timer("setImmediate", "setImmediate"),
  setInterval: timer("setInterval", "setInterval"),
  setTimeout: timer("setTimeout", "setTimeout"),
};
