import { createRequire } from "node:module";
import { join } from "node:path";
import type TS from "typescript";
import { afterEach, beforeEach } from "vitest";
import type { DemandEngine } from "../../src/analysis/engines/demand.js";
import type { ForwardEngine } from "../../src/analysis/engines/forward.js";
import type { Evaluation } from "../../src/clients/evaluation.js";
import type { Value } from "../../src/value/value.js";

/** For `show.mjs`: prints the programs of each test that fails, and what either engine finds in them. */

const built = createRequire(join(import.meta.dirname, "../../dist/"));
const demand = built("./src/analysis/engines/demand.js") as { DemandEngine: typeof DemandEngine };
const forward = built("./src/analysis/engines/forward.js") as { ForwardEngine: typeof ForwardEngine };
const { describeValue } = built("./src/generate/describe-value.js") as { describeValue: (value: Value) => string };

type Project = ConstructorParameters<typeof DemandEngine>[0];
type Input = Parameters<DemandEngine["evaluate"]>[0];

interface Evaluated {
  readonly input: Input;
  readonly project: Project;
  readonly evaluation: Evaluation | Error;
}

let evaluated: Evaluated[] = [];

/** Keeps what an engine was made of, so that the other one can be given the same. */
demand.DemandEngine = class extends demand.DemandEngine {
  readonly #project: Project;

  constructor(project: Project) {
    super(project);
    this.#project = project;
  }

  override evaluate(input: Input): Evaluation {
    const entry = { input, project: this.#project };
    try {
      const evaluation = super.evaluate(input);
      evaluated.push({ ...entry, evaluation });
      return evaluation;
    } catch (error) {
      evaluated.push({ ...entry, evaluation: error as Error });
      throw error;
    }
  }
};

beforeEach(() => {
  evaluated = [];
});

afterEach(({ task }) => {
  if (task.result?.state !== "fail") return;
  const lines = [`\n=== ${task.name}`];
  const texts = new Set<string>();
  for (const { input, project, evaluation } of evaluated) {
    const { sourceFile } = input;
    for (const file of filesOf(project, sourceFile)) {
      if (texts.has(file.text)) continue;
      texts.add(file.text);
      lines.push(`--- ${file.fileName}`, file.text.trimEnd());
    }
    lines.push(`--- on demand, ${sourceFile.fileName}:`, ...rowsOf(evaluation, sourceFile));
    lines.push("--- forwards:", ...rowsOf(new forward.ForwardEngine(project).evaluate(input), sourceFile));
  }
  for (const { message, diff } of task.result.errors ?? []) lines.push("--- the test:", diff ?? message);
  console.log(lines.join("\n"));
});

function filesOf(project: Project, sourceFile: TS.SourceFile): readonly TS.SourceFile[] {
  const others = (project.sources.all?.() ?? []).slice(0, 8).flatMap((name) => project.sources.file(name) ?? []);
  return [sourceFile, ...others.filter(({ fileName }) => fileName !== sourceFile.fileName)];
}

function rowsOf(evaluation: Evaluation | Error, sourceFile: TS.SourceFile): readonly string[] {
  if (evaluation instanceof Error) return [evaluation.stack ?? evaluation.message];
  const rows = evaluation.sent.map(({ draft, range, specimen }) => {
    const line = sourceFile.getLineAndCharacterOfPosition(range.start).line + 1;
    return `  line ${line}${specimen ? " (specimen)" : ""}: ${describe(draft)}`;
  });
  return rows.length > 0 ? rows : ["  nothing"];
}

/** A draft has located values as members, and lists of them. */
function describe(part: unknown, depth = 0): string {
  if (typeof part !== "object" || part === null) return typeof part === "string" ? JSON.stringify(part) : String(part);
  if ("kind" in part && "range" in part) return describeValue(part as Value);
  if (depth > 3) return "…";
  if (Array.isArray(part)) return `[${part.map((each) => describe(each, depth + 1)).join(", ")}]`;
  const members = Object.entries(part).filter(
    ([name, value]) => value !== undefined && !/range|node/iu.test(name) && typeof value !== "function",
  );
  return `{ ${members.map(([name, value]) => `${name}: ${describe(value, depth + 1)}`).join(", ")} }`;
}
