import type TS from "typescript";
import type { FunctionCode, Variable } from "./declarations";
import { readThis } from "./expressions/this";
import { walkFunction } from "./functions/body";
import { emptyFunction } from "./functions/make";
import type { FileCode, FunctionId } from "./graph";
import { readNames, type Names } from "./names/names";
import type { Binding } from "./names/scopes";
import { hoistImports } from "./statements/modules";
import { walkersOf } from "./table";
import { findDependencies } from "./depends";
import type { Build, Mutable } from "./versions/state";
import { item } from "./item";
import { addTo } from "../text/groups";

/** A file's value graph, and the tree nodes of its values. */
export interface BuiltCode {
  readonly code: FileCode;
  /** By value: its node in the tree; for a call, the call expression. */
  readonly nodes: readonly (TS.Node | undefined)[];
}

/**
 * Builds the value graph of a file: one walk resolves names, then one walk covers each function. Time and memory are linear in the text.
 *
 * @param file a tree with parents.
 */
export function buildCode(ts: typeof TS, file: TS.SourceFile): BuiltCode {
  const build = begin(ts, file);
  hoistImports(build);
  build.queue.push({ node: file, id: 0, fieldsOf: undefined });
  // Functions found on the way are appended and walked in turn.
  for (const pending of build.queue) walkFunction(build, pending);
  const { values, functions, classes, variables, guards, loops, types, declaredTypes } = build;
  const { imports, exports, calls, membersByName, roots } = build;
  findDependencies(build);
  const nodes = (file as { nodeCount?: number }).nodeCount ?? values.length;
  const parts = { values, functions, classes, variables, guards, loops, types, declaredTypes };
  return {
    code: { ...parts, imports, exports, calls, membersByName, roots, nodes, isWhole: build.isWhole },
    nodes: build.nodes,
  };
}

function begin(ts: typeof TS, file: TS.SourceFile): Build {
  const names = readNames(ts, file);
  const { variables, variableIds, ownShared } = sharedVariables(names);
  const functions: FunctionCode[] = [];
  for (const [node, id] of names.functions) functions[id] = emptyFunction(ts, file, node, item(names.outers, id));
  const count = names.bindings.length;
  return {
    ts,
    file,
    text: file.text,
    names,
    walkers: walkersOf(ts),
    values: [],
    nodes: [],
    roots: [],
    slots: names.bindings.map(() => -1),
    base: count,
    journal: [],
    thunks: [],
    thunkOf: new Map(),
    log: [],
    tries: 0,
    guards: [],
    loops: [],
    functions,
    classes: [],
    variables,
    variableIds,
    ownShared,
    types: [],
    declaredTypes: [],
    imports: [],
    exports: [],
    calls: [],
    membersByName: new Map(),
    typeIds: new Map(),
    bindingTypes: new Map(),
    queue: [],
    epochs: names.bindings.map(() => -1),
    assigners: names.bindings.map(() => -1),
    changers: names.bindings.map(() => -1),
    named: new Map(),
    called: new Set(),
    observed: new Map(),
    anytime: new Set(),
    usesOuterThis: new Set(),
    sharedRoots: new Map(),
    finals: new Map(),
    loopSlots: new Map(),
    views: new Map(),
    contents: new Map(),
    givenTo: new Map(),
    told: new Map(),
    refreshing: new Set(),
    declared: new Map(),
    parameterDecorators: new Map(),
    memberReads: new Map(),
    asked: new Map(),
    later: [],
    readThis,
    fn: undefined as unknown as Build["fn"],
    guard: -1,
    loop: -1,
    dead: false,
    depth: 0,
    isWhole: true,
  };
}

function sharedVariables({ bindings }: Names): Pick<Build, "variables" | "variableIds" | "ownShared"> {
  const variables: Mutable<Variable>[] = [];
  const ownShared = new Map<FunctionId, Binding[]>();
  const variableIds = bindings.map((binding) => {
    const { shared, kind, name, in: owner, start } = binding;
    if (!shared || kind === "import") return -1;
    variables.push({ name, in: owner, kind, start, assigned: [], changed: [] });
    addTo(ownShared, owner, binding);
    return variables.length - 1;
  });
  return { variables, variableIds, ownShared };
}
