import type TS from "typescript";
import { buildCode, type BuiltCode } from "../../code/build";
import { item } from "../../code/item";
import { operandsOf } from "../../code/operands";
import type { FunctionId, ValueId, VariableId } from "../../code/graph";
import type { ValueNode, Write } from "../../code/values";
import { anyOther, type Effects, type Probe } from "../../clients/effects";
import { give, interpret } from "./calls";
import { gone, type Made, none, noParts, type Parts, sizeOf } from "./parts";
import { isFields, keyName, listedIn, isText, nodeOf, partsOf, resultOf, type Trial } from "./trial";
import { evaluateParts } from "./values";

/**
 * Effects of a hook on its argument, from its own code alone. A pass over its value graph finds which values are members of the argument, reach into one, or
 * are copies. Each write and call then tells which members may change. Nothing outside the function matters, so the result is valid as long as its tree.
 */

/** Limit of the values of one function. Hooks are shorter; beyond, the effects are unknown. */
const mostValues = 4_000;
/** Limit of the rounds until a fixpoint. Each round passes values through one level of nested calls. */
const mostRounds = 16;

/** @returns what a function may change in its argument; undefined if a limit was reached. */
export function effectsOf(ts: typeof TS, code: TS.FunctionLikeDeclaration, probe: Probe): Effects | undefined {
  const built = builtFor(ts, code.getSourceFile());
  const start = code.getStart();
  const entry = built.code.functions.findIndex((each, id) => id > 0 && each.start === start && each.end === code.end);
  const trial = entry < 0 ? undefined : begin(ts, built, entry, probe);
  if (!trial || !settle(trial)) return undefined;
  return new Found(trial).effects;
}

const builds = new WeakMap<TS.SourceFile, BuiltCode>();

function builtFor(ts: typeof TS, file: TS.SourceFile): BuiltCode {
  let built = builds.get(file);
  if (!built) builds.set(file, (built = buildCode(ts, file)));
  return built;
}

function begin(ts: typeof TS, { code, nodes }: BuiltCode, entry: FunctionId, probe: Probe): Trial | undefined {
  const functions = new Set<FunctionId>([entry]);
  code.functions.forEach(({ outer }, id) => {
    if (functions.has(outer)) functions.add(id);
  });
  const values: ValueId[] = [];
  for (const [id, node] of code.values.entries())
    if (functions.has(node.in)) {
      if (node.kind === "opaque" && node.reason === "nested too deeply") return undefined;
      values.push(id);
    }
  const parts = new Map<ValueId, Parts>();
  const state = { parts, given: new Map<string, Parts>(), called: new Set<FunctionId>() };
  return values.length > mostValues ? undefined : { ts, code, nodes, probe, entry, functions, values, ...state };
}

/** Computes the possible parts of all values as a fixpoint. @returns false if a limit was reached. */
function settle(trial: Trial): boolean {
  for (let round = 0, before = -1; round < mostRounds; round += 1) {
    let size = 0;
    for (const id of trial.values) {
      const parts = evaluateParts(trial, item(trial.code.values, id), id);
      trial.parts.set(id, parts);
      size += sizeOf(parts);
    }
    // A function that the hook returns gets the object as its argument.
    for (const id of resultOf(trial, trial.entry).functions)
      give(trial, id, 0, { ...noParts(), same: new Set([anyOther]) });
    for (const each of trial.given.values()) size += sizeOf(each);
    if (size === before) return true;
    before = size;
  }
  return false;
}

/** @returns whether a write stores a member back unchanged. The graph has such writes where the object in a member has a new version. */
function putsBack(trial: Trial, { object, key, value }: Write): boolean {
  if (value === undefined || typeof key !== "string") return false;
  const node = nodeOf(trial, unchanged(trial, value));
  if (node?.kind === "join")
    return node.sides.every((side) => putsBack(trial, { object, key, value: side.value } as Write));
  return node?.kind === "member" && node.key === key && isSameObject(trial, node.object, object);
}

/** @returns whether a write only adds missing header fields: `config.headers ||= {}`. Requests always have header fields, so nothing changes. */
function fillsGap(trial: Trial, { object, key, value, guard }: Write): boolean {
  if (value === undefined || typeof key !== "string" || !isFields(trial, key)) return false;
  const node = nodeOf(trial, unchanged(trial, value));
  if (node?.kind !== "object" || node.members.length > 0) return false;
  const { condition, holds = false } = trial.code.guards[guard] ?? {};
  return condition !== undefined && asksForNone(trial, condition, holds, { object, key });
}

function asksForNone(
  trial: Trial,
  condition: ValueId,
  holds: boolean,
  place: { readonly object: ValueId; readonly key: string },
): boolean {
  const node = nodeOf(trial, unchanged(trial, condition));
  if (node?.kind === "operation") {
    const [first, second] = node.operands;
    const isOpposite = node.operator === "!" || (node.operator === "==" && isNull(trial, second));
    return first !== undefined && isOpposite && asksForNone(trial, first, !holds, place);
  }
  return !holds && node?.kind === "member" && node.key === place.key && isSameObject(trial, node.object, place.object);
}

function isNull(trial: Trial, id: ValueId | undefined): boolean {
  const node = id === undefined ? undefined : nodeOf(trial, id);
  return node?.kind === "literal" && node.value === null;
}

function isSameObject(trial: Trial, left: ValueId, right: ValueId): boolean {
  const [one, other] = [unchanged(trial, left), unchanged(trial, right)];
  const [first, second] = [nodeOf(trial, one), nodeOf(trial, other)];
  if (one === other) return true;
  if (first?.kind === "variable" && second?.kind === "variable") return first.variable === second.variable;
  return (
    first?.kind === "member" &&
    second?.kind === "member" &&
    typeof first.key === "string" &&
    first.key === second.key &&
    isSameObject(trial, first.object, second.object)
  );
}

/** @returns the first version of a value. */
function unchanged(trial: Trial, id: ValueId): ValueId {
  for (let current = id; ;) {
    const node = nodeOf(trial, current);
    switch (node?.kind) {
      case "write":
      case "after":
      case "same":
        current = node.object;
        break;
      case "refined":
      case "named":
      case "typed":
      case "await":
        current = node.value;
        break;
      default:
        return current;
    }
  }
}

/** Collects what the function may change. */
class Found {
  readonly #members = new Set<string>();
  readonly #fields = new Set<string>();
  /** Functions passed to unknown code: their results are passed there, too. */
  readonly #away = new Set<FunctionId>();

  constructor(readonly trial: Trial) {
    const { code, entry, values } = trial;
    if (code.functions[entry]?.parameters.some(({ rest }) => rest)) this.#loseAll();
    for (const id of values) this.#look(item(code.values, id), id);
    this.#lookAtReturns(entry);
    for (const id of trial.functions) this.#lookAtFunction(id);
  }

  get effects(): Effects {
    return { members: this.#members, fields: this.#fields };
  }

  #look(node: ValueNode, id: ValueId): void {
    if (node.kind === "write") {
      if (!putsBack(this.trial, node) && !fillsGap(this.trial, node)) this.#lookAtWrite(node);
    } else if (node.kind === "call") {
      const { gives, writes, goesOn } = interpret(this.trial, node, id);
      for (const each of gives) this.#giveAway(partsOf(this.trial, each));
      for (const { to, made } of writes ?? []) this.#write(partsOf(this.trial, to), made, undefined);
      if (goesOn !== undefined) this.#compare(anyOther, partsOf(this.trial, goesOn));
    } else if (node.kind === "opaque" && node.reason === "arguments" && this.#isOfEntry(node.in)) this.#loseAll();
    else if (node.kind === "opaque" || node.kind === "jsx")
      for (const each of operandsOf(node)) this.#giveAway(partsOf(this.trial, each));
  }

  #lookAtWrite({ object, key, value }: Write): void {
    const made: Made = { keys: new Map(), holds: new Set(), any: false };
    const name = keyName(this.trial, key);
    if (name === undefined) made.any = true;
    else made.keys.set(name, new Set([value ?? gone]));
    this.#write(partsOf(this.trial, object), made, value);
  }

  #isOfEntry(id: FunctionId): boolean {
    const { entry, code } = this.trial;
    const { kind, outer = -1 } = code.functions[id] ?? {};
    return id === entry || (kind === "arrow" && this.#isOfEntry(outer));
  }

  #lookAtReturns(id: FunctionId): void {
    const { probe, entry } = this.trial;
    const result = resultOf(this.trial, id);
    if (id === entry) for (const each of result.functions) this.#lookAtReturns(each);
    if (probe.returns === undefined) return;
    const functions = id === entry ? new Set<FunctionId>() : result.functions;
    this.#compare(probe.returns, { ...result, functions, isScalar: false, isRejected: false });
  }

  /** Finds values that escape through outer variables, `yield`, and results of callbacks with unknown callers. */
  #lookAtFunction(id: FunctionId): void {
    const { trial } = this;
    const { code, entry } = trial;
    const { assigns = [], yields = [] } = code.functions[id] ?? {};
    for (const variable of assigns) this.#lookAtVariable(variable);
    for (const each of yields) this.#giveAway(partsOf(trial, each));
    const isReturned = resultOf(trial, entry).functions.has(id);
    if (id !== entry && !isReturned && !trial.called.has(id)) this.#giveAway(resultOf(trial, id));
  }

  #lookAtVariable(id: VariableId): void {
    const { code, functions } = this.trial;
    const variable = code.variables[id];
    if (!variable || functions.has(variable.in)) return;
    for (const { in: by, value } of variable.assigned)
      if (functions.has(by)) this.#giveAway(partsOf(this.trial, value));
  }

  #write(object: Parts, made: Made, value: ValueId | undefined): void {
    const { trial } = this;
    for (const name of object.same) this.#differ(name, made);
    for (const name of object.within) if (!isText(trial, name)) this.#lose(name);
    // Other code has the object, and so the value.
    if (object.isOther && value !== undefined) this.#giveAway(partsOf(trial, value));
  }

  /** Records that a value is passed to unknown code. */
  #giveAway({ same, within, made, functions, isNext }: Parts): void {
    const { trial } = this;
    if (isNext) this.#loseAll();
    for (const name of [...same, ...within]) this.#loseWhole(name, same.has(name));
    for (const [of, { keys, holds }] of made) {
      if (of !== none) this.#loseWhole(of, false);
      for (const name of holds) this.#loseWhole(name, false);
      for (const values of keys.values()) for (const value of values) if (value >= 0) this.#giveAwayOnce(value);
    }
    for (const id of functions)
      if (!this.#away.has(id)) {
        this.#away.add(id);
        this.#giveAway(resultOf(trial, id));
      }
  }

  readonly #given = new Set<ValueId>();

  #giveAwayOnce(value: ValueId): void {
    if (this.#given.has(value)) return;
    this.#given.add(value);
    this.#giveAway(partsOf(this.trial, value));
  }

  /** @param itself unknown code may write to the object itself, not only to what it reaches. */
  #loseWhole(name: string, itself: boolean): void {
    if (isText(this.trial, name)) return;
    const listed = listedIn(this.trial, name);
    if (!listed || itself) this.#lose(name);
    for (const each of listed ?? []) if (itself || !isText(this.trial, each)) this.#lose(each);
  }

  #loseAll(): void {
    this.#loseWhole(anyOther, true);
  }

  /** Records the differences between a member and the value that replaces it. */
  #compare(name: string, value: Parts): void {
    const { same, within, made, functions, isNext, isRejected, isScalar, isOther } = value;
    const isAnother = isOther || isScalar || isRejected || isNext || within.size + functions.size > 0;
    if (isAnother || [...same].some((each) => each !== name)) this.#replace(name);
    for (const [of, each] of made)
      if (of === name && this.trial.probe.members.get(name) !== "Headers") this.#differ(name, each);
      else this.#replace(name);
  }

  /** Records that a member is replaced, with everything in it. */
  #replace(name: string): void {
    if (listedIn(this.trial, name)) this.#loseWhole(name, true);
    else this.#lose(name);
  }

  #comparing = new Set<string>();

  #differ(name: string, { keys, any }: Made): void {
    const { trial } = this;
    if (isFields(trial, name)) {
      if (any) this.#lose(name);
      for (const key of keys.keys()) this.#noteField(name, key);
      return;
    }
    const listed = listedIn(trial, name);
    if (any) this.#replace(name);
    for (const [key, values] of keys)
      if (!listed || !trial.probe.members.has(key)) this.#lose(name);
      else this.#compareAll(key, values);
  }

  #compareAll(name: string, values: ReadonlySet<ValueId>): void {
    for (const value of values) {
      const key = `${name}:${value}`;
      if (this.#comparing.has(key)) continue;
      this.#comparing.add(key);
      if (value < 0) this.#replace(name);
      else this.#compare(name, partsOf(this.trial, value));
    }
  }

  #noteField(name: string, key: string): void {
    this.#members.add(name);
    this.#fields.add(key === anyOther ? anyOther : key.toLowerCase());
  }

  #lose(name: string): void {
    this.#members.add(name);
    if (isFields(this.trial, name)) this.#fields.add(anyOther);
  }
}
