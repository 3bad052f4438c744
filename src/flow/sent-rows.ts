import type TS from "typescript";
import type { Caller, Loop, Sent } from "../clients/native";
import type { ValueId } from "../code/graph";
import type { Call } from "../code/values";
import { limits } from "../evaluate/limits";
import { nodeAt } from "../evaluate/places";
import type { ProjectFile } from "../project/project-file";
import type { Range } from "../text/range";
import type { Program } from "./program";
import { readAnswer } from "./answers";
import { isMocked } from "./replaced/mocks";
import { isSpied } from "./replaced/spies";
import { Relocation, type View } from "./relocate";
import type { Row, Step } from "./requests";
import { tagsInScope } from "./tags";
import { earlierRows } from "./order";
import { runsOf } from "./runs";

/** The requests of one file, as the analysis of that file sees them. */
export class SentRows {
  readonly #sentByCall = new Map<ValueId, readonly Sent[]>();
  readonly #rows = new Map<Sent, Row>();
  readonly #inner = new Map<Row, Sent | undefined>();
  readonly #ofFunctions = new Map<number, { readonly row: Row; readonly sent: Sent }[]>();

  constructor(
    readonly program: Program,
    readonly file: ProjectFile,
  ) {}

  /** @returns the requests of a call of the file. */
  at(call: ValueId): readonly Sent[] {
    const { evaluator } = this.program;
    const sent =
      this.#sentByCall.get(call) ??
      evaluator.question(this.file, limits.evaluationsOfQuestion, (): readonly Sent[] => this.#at(call), []);
    this.#sentByCall.set(call, sent);
    return sent;
  }

  /** @returns the requests that objects of the file declare for other code to send. */
  declared(): readonly Sent[] {
    const { flow, requests } = this.program;
    return flow
      .declaredIn(this.file)
      .flatMap((object) => requests.declared(this.file, object))
      .map((row) => this.#sentOf(row));
  }

  #at(call: ValueId): readonly Sent[] {
    const { requests, project } = this.program;
    const rows = requests
      .of({ file: this.file, call })
      .filter((row) => !isMocked(project, row) && !isSpied(project, row));
    return rows.map((row) => {
      const sent = this.#sentOf(row);
      const { in: owner } = nodeAt(this.file, call);
      const known = this.#ofFunctions.get(owner) ?? [];
      this.#ofFunctions.set(owner, known);
      known.push({ row, sent });
      return sent;
    });
  }

  /** @returns the same request, as the wrapper on its path sends it by itself. */
  insideOf(sent: Sent): Sent | undefined {
    const row = this.#rows.get(sent);
    if (!row) return undefined;
    if (!this.#inner.has(row)) {
      const found = this.#rowWithin(row);
      this.#inner.set(row, found && this.#sentOf(found));
    }
    return this.#inner.get(row);
  }

  /** @returns the row of the second call of the path; if that has none, of a later call: the second may call what its callers hand in. */
  #rowWithin({ path }: Row): Row | undefined {
    for (const [index, { file, call }] of path.entries()) {
      const calls = path.slice(index);
      const found = index === 0 ? undefined : this.program.requests.of({ file, call });
      const same = found?.find((each) => isSamePath(each.path, calls));
      if (same) return same;
    }
    return undefined;
  }

  #sentOf(row: Row): Sent {
    const { evaluator } = this.program;
    const [first] = row.path;
    const last = row.path.at(-1);
    if (!first || !last) throw new Error("a request without a call");
    const site = nodeAt(first.file, first.call);
    const own = first.file === this.file;
    const range: Range = own ? { start: site.start, end: site.end } : { start: 0, end: 0 };
    // An object that declares a request has no callee.
    const calleeRange: Range = own && site.kind === "call" ? { start: site.calleeStart, end: site.calleeEnd } : range;
    const view: View = { file: this.file, site: calleeRange, inside: functionsOf(row.path.slice(1), this.file) };
    readAnswer(evaluator, last);
    const relocation = new Relocation(evaluator.positions, view);
    const sent: Sent = {
      id: row.sent.id,
      draft: relocation.of(row.sent.draft),
      range,
      calleeRange,
      node: treeOf(last),
      site: treeOf(first),
      callers: callersOf(row.path),
      isOpen: row.depends !== 0,
      around: () => runsOf(this.program.flow, first, row.depends),
      earlier: () => earlierRows(row, this.#ofFunctions.get(site.in) ?? []),
      ...(site.kind === "call" && loopOf(first, site)),
      tagsInScope: tagsInScope(this.program, first),
      path: row.path.map(treeOf),
    };
    this.#rows.set(sent, row);
    return sent;
  }
}

function treeOf({ file, call }: Step): TS.Node {
  return file.nodeOf(call);
}

/** @returns the ranges of the file's functions that contain the calls. */
function functionsOf(path: readonly Step[], file: ProjectFile): readonly Range[] {
  return path.flatMap((step) => {
    const code = step.file === file ? file.code.functions[nodeAt(file, step.call).in] : undefined;
    return code ? [{ start: code.start, end: code.end }] : [];
  });
}

/** @returns the functions that run around a request, innermost first, each with the call that runs it. */
function callersOf(path: readonly Step[]): readonly Caller[] {
  return path
    .slice(1)
    .flatMap((step, index): readonly Caller[] => {
      const code = step.file.functionNode(nodeAt(step.file, step.call).in);
      const by = path[index];
      return code && by ? [{ code, call: treeOf(by) }] : [];
    })
    .reverse();
}

function loopOf({ file }: Step, { loop }: Call): { readonly loop?: Loop } {
  const around = file.code.loops[loop];
  return around ? { loop: { start: around.start, end: around.end, mayEndEarly: around.mayEndEarly } } : {};
}

function isSamePath(one: readonly Step[], other: readonly Step[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ file, call }, index) => {
      const step = other[index];
      return step?.file === file && step.call === call;
    })
  );
}
