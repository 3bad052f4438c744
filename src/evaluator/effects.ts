import type TS from "typescript";
import { makeClosure, run } from "./calls/functions";
import { idleActivation, outermostActivation } from "./domain/activations";
import { callable, fieldOf, reference, unknown } from "./domain/constructors";
import type {
  Abstract,
  Arguments,
  Builtin,
  Cell,
  Closure,
  Content,
  Field,
  FunctionNode,
  Place,
  Reference,
  Unknown,
} from "./domain/domain";
import { limitsFor } from "./domain/limits";
import { newScope } from "./domain/scope";
import { isPartOf, optionsOf, rejectedPromise } from "./domain/values";
import { guarded } from "./entry-points";
import { programOf } from "./evaluate";
import { AsyncWrites } from "./interference/async-writes";
import type { Range } from "../text/range";
import type { Value } from "../value/value";
import { anyOther, type Effects, type MemberKind, type Probe } from "../clients/effects";
import type { Native, NativeCall } from "../clients/native";
import { Pass } from "./pass";
import type { Program } from "./program";
import { noSources } from "../project/sources";
import { lostContent } from "./store/content";
import { contentOf, newObject, update } from "./store/heap";

/**
 * What a function does to an object that it is given. It runs on one whose members are unknown: a member that is the same unknown value afterwards is
 * unchanged, unless code has written to what it reaches, or has given that away.
 *
 * The function runs in a scope without names. Nothing that its file holds decides what it does, so that the answer holds as long as its tree.
 */

/** @returns what a function may change of an object; nothing where a bound has cut its run. */
export function effectsOf(ts: typeof TS, code: FunctionNode, probe: Probe): Effects | undefined {
  const trial = new Trial(ts, code, probe);
  const effects = trial.program.inPass(trial.pass, () => guarded(trial.program, () => trial.run()));
  return trial.pass.gaveUpWork ? undefined : effects;
}

/** Methods of the language that change nothing, and give no part of what they are called on. */
const reading =
  /\.(?:charAt|charCodeAt|endsWith|get|has|hasOwnProperty|includes|indexOf|join|lastIndexOf|localeCompare|match|normalize|pad(?:End|Start)|repeat|replace(?:All)?|search|split|startsWith|substr(?:ing)?|test|to(?:Fixed|JSON|(?:Locale)?(?:LowerCase|String|UpperCase))|trim(?:End|Start)?)$/u;
/** Functions that change none of their arguments, by the names that they have in every project. */
const quiet = /(?:\.getUri|[lL]og(?:ger)?)$/u;
/** Methods that write the header field which their first argument names, or their own name does. */
const writing = /^(\w+)(?:\.\w+\(\))*\.(?:append|delete|set([A-Z]\w*)?)$/u;

/** An object that the function is given, as it was at first. */
interface Start {
  readonly cell: Cell;
  readonly from: Unknown;
  readonly fields: ReadonlyMap<string, Field>;
}

class Trial {
  readonly program: Program;
  readonly pass: Pass;
  private readonly place: Place;
  private readonly members = new Set<string>();
  private readonly fields = new Set<string>();
  /** By the name of a member; the object itself by `anyOther`. */
  private readonly starts = new Map<string, Start>();
  /** The objects that stand for all that a member reaches. */
  private readonly reached = new Map<string, Cell>();
  /** The objects that were found to be copies of those at the start, and these. */
  private readonly copies = new Map<Cell, Start>();

  constructor(
    private readonly ts: typeof TS,
    private readonly code: FunctionNode,
    private readonly probe: Probe,
  ) {
    const file = code.getSourceFile();
    this.program = programOf({
      ts,
      library: {
        global: () => undefined,
        module: () => undefined,
        sends: () => false,
        type: () => undefined,
        named: (expression) => this.functionNamed(expression),
        typeNames: new Set(),
      },
    });
    this.pass = new Pass(this.program, {
      file,
      runsFile: false,
      analysed: file,
      // A function that is called elsewhere is not entered, so that what it is given counts as given away: what it makes would run at a time that nobody knows.
      limits: { ...limitsFor(file), depth: 0 },
      sources: noSources,
      asyncWrites: new AsyncWrites(),
      observer: {
        after: (_program, _frame, node) => {
          this.look(node);
        },
      },
    });
    const range = { start: code.pos, end: code.end };
    this.place = { file, range, activation: idleActivation, foreign: undefined };
  }

  run(): Effects {
    const { code, place, program } = this;
    const values = new Map<string, Abstract>();
    for (const [name, kind] of this.probe.members) values.set(name, this.valueOf(name, kind, values));
    const object = this.openObject(anyOther, values);
    const activation = outermostActivation(program, undefined);
    const frame = { file: place.file, scope: newScope(undefined, activation), activation, self: undefined };
    const boundThis = unknown("`this`", place, { origin: { trail: ["this"] } });
    const closure = makeClosure(program, frame, code, { boundThis, name: "" });
    this.enter(closure, this.probe.arguments, object);
    // Unknown code may call what it was given. Running one may make more.
    for (const made of program.run.context.root.made)
      if (made !== closure) this.runBody(made, { values: [], more: true });
    return { members: this.members, fields: this.fields };
  }

  /** @returns an object of which some members are listed, and the others are unknown. */
  private openObject(name: string, listed: Iterable<readonly [string, Abstract]>): Reference {
    const { code, place, program } = this;
    const from = this.unknownData(name);
    const fields = new Map([...listed].map(([key, value]) => [key, fieldOf(value, place)]));
    const content = { open: true, copied: { from, without: [] }, fields };
    const object = newObject(program, place, { type: "object", made: code, content });
    this.starts.set(name, { cell: object.cell, from, fields });
    return object;
  }

  /** @returns a value that reaches one object, which holds itself: a write to any part of it is one to that. */
  private unknownData(name: string): Unknown {
    const { code, place, program } = this;
    const all = newObject(program, place, { type: "object", made: code, content: { open: true } });
    update(program, all.cell, (content) => ({ ...content, rest: all }));
    this.reached.set(name, all.cell);
    return unknown(`\`${name}\``, place, { origin: { trail: [name] }, pointsTo: [all.cell] });
  }

  private valueOf(name: string, kind: MemberKind, values: ReadonlyMap<string, Abstract>): Abstract {
    if (kind === "fields" || kind === "Headers") return this.openObject(name, []);
    if (kind !== "text" && kind !== "data")
      return this.openObject(
        name,
        [...values].filter(([each]) => kind.includes(each)),
      );
    return kind === "text" ? unknown(`\`${name}\``, this.place, { origin: { trail: [name] } }) : this.unknownData(name);
  }

  /** @returns a function of which the name alone is known, where that says what it changes. Without a `call` it may change its arguments alone. */
  private functionNamed(expression: string): Native | undefined {
    const [, owner = "", own] = writing.exec(expression) ?? [];
    if (this.isFields(owner)) {
      const write = ({ arguments: [first], range }: NativeCall): Value => {
        const name = own?.replaceAll(/\B(?=[A-Z])/gu, "-") ?? asText(first) ?? anyOther;
        this.noteFields(owner, [name]);
        return unknownAt(expression, range);
      };
      return { label: expression, call: write };
    }
    if (reading.test(expression)) return { label: expression };
    return quiet.test(expression)
      ? { label: expression, call: ({ range }) => unknownAt(expression, range) }
      : undefined;
  }

  private enter(closure: Closure, given: Probe["arguments"], object: Reference): void {
    const call: Builtin["call"] = ({ args: { values } }) => {
      this.compareMember(anyOther, values[0]);
      return unknown("what comes next", this.place);
    };
    const next = callable({ type: "builtin", label: "next", call }, this.place);
    const values = given.map((each) => (each === "object" ? object : next));
    for (const option of optionsOf(this.runBody(closure, { values, more: true })))
      if (option.kind === "callable" && option.target.type === "closure") this.enter(option.target, ["object"], object);
      else if (this.probe.returns !== undefined && option.kind !== "scalar" && !isRejected(option))
        this.compareMember(this.probe.returns, option);
  }

  private runBody(closure: Closure, args: Arguments): Abstract {
    const { place, program, ts } = this;
    const { node: code, boundThis: self } = closure;
    if (ts.isClassLike(code) || !code.body) return unknown("no body", place);
    const result = run(program, outermostActivation(program, closure), { closure, code, self, args, place });
    this.look(code.body);
    return result;
  }

  /** Looks at what a statement or a body has changed. A join that follows parts of it has nothing more to tell. */
  private look(node: TS.Node): void {
    const { program, ts } = this;
    const isWhole = ts.isExpressionStatement(node) || ts.isVariableStatement(node) || ts.isReturnStatement(node);
    if (!isWhole && !ts.isExpression(node))
      for (const [cell, { from }] of this.copies) {
        const { copied, escaped } = contentOf(program, cell);
        if (!copied && !escaped) update(program, cell, (content) => ({ ...content, copied: { from, without: [] } }));
      }
    for (const [name, { cell }] of this.starts) this.compareMember(name, reference(cell, this.place));
    for (const [name, cell] of this.reached) if (contentOf(program, cell).escaped) this.lose(name);
  }

  /** Notes in what a value differs that a member has, or that takes the place of the object (`anyOther`). */
  private compareMember(name: string, value: Abstract | undefined): void {
    const start = this.starts.get(name);
    if (!value || !start) {
      this.lose(name);
      return;
    }
    const isCopied = this.probe.members.get(name) !== "Headers";
    for (const option of optionsOf(value)) {
      const isLike = option.kind === "reference" && (isCopied || option.cell === start.cell);
      const content = isLike ? contentOf(this.program, option.cell) : lostContent;
      const names = differing(content, start);
      if (isLike && !names.includes(anyOther)) this.copies.set(option.cell, start);
      if (this.isFields(name)) this.noteFields(name, names);
      else for (const each of names) this.compareWithin(name, each, content);
    }
  }

  private compareWithin(owner: string, name: string, { fields }: Content): void {
    if (this.probe.members.has(name)) this.compareMember(name, fields.get(name)?.value);
    else this.lose(owner);
  }

  private noteFields(name: string, names: readonly string[]): void {
    if (names.length > 0) this.members.add(name);
    for (const each of names.includes(anyOther) ? [anyOther] : names) this.fields.add(each.toLowerCase());
  }

  private lose(name: string): void {
    this.members.add(name);
    if (this.isFields(name)) this.fields.add(anyOther);
  }

  private isFields(name: string): boolean {
    const kind = this.probe.members.get(name);
    return kind === "fields" || kind === "Headers";
  }
}

/** @returns the names of members in which a content differs from an object that the function was given. */
function differing({ copied, fields }: Content, start: Start): readonly string[] {
  const changed = [...start.fields].filter(([key, { value }]) => {
    const field = fields.get(key);
    return !field || field.presence === "maybe" || !isPartOf(field.value, value);
  });
  const added = [...fields.keys()].filter((key) => !start.fields.has(key));
  const left = copied?.from.identity === start.from.identity ? copied.without : [anyOther];
  return [...changed.map(([key]) => key), ...added, ...left];
}

function isRejected(value: Abstract): boolean {
  return value.kind === "unknown" && value.reason === rejectedPromise;
}

function unknownAt(reason: string, range: Range): Value {
  return { kind: "unknown", reason, range };
}

function asText(value: Value | undefined): string | undefined {
  const [only, ...others] = value?.kind === "string" ? value.parts : [];
  return only?.kind === "text" && others.length === 0 ? only.text : undefined;
}
