import type { ValueId } from "../../code/graph";
import type { Import } from "../../code/types";
import { behind } from "../../evaluate/objects/behind";
import { nodeAt } from "../../evaluate/places";
import type { Project } from "../../project/project";
import type { ProjectFile } from "../../project/project-file";
import type { Row, Step } from "../requests";
import { ofTestRunner } from "./test-runner";

/** A module that a test replaces: `vi.mock("./api")`, `jest.mock("axios", () => …)`. Requests through it are not sent. */
interface Mock {
  readonly specifier: string;
  /** The mocked file of the project; absent for packages. */
  readonly file: string | undefined;
  /** The replaced exports, if the mock keeps the others; absent if it replaces all. */
  readonly replaced: ReadonlySet<string> | undefined;
}

const mocks = new WeakMap<ProjectFile, readonly Mock[]>();

/** @returns whether a request goes through a module that is mocked in the file of its first call. */
export function isMocked(project: Project, { path }: Row): boolean {
  const [first, ...others] = path;
  if (!first) return false;
  let known = mocks.get(first.file);
  if (!known) mocks.set(first.file, (known = mocksIn(project, first.file)));
  return known.some(
    (mock) =>
      others.some((step) => isWithin(step, mock)) ||
      path.some((step) => calls(project, step, mock)) ||
      sends(project, path.at(-1) ?? first, mock),
  );
}

const mocking = /\.(?:mock|doMock|setMock|unstable_mockModule)\b/u;
const mockers = ["mock", "doMock", "setMock", "unstable_mockModule"];

function mocksIn(project: Project, file: ProjectFile): readonly Mock[] {
  if (!mocking.test(file.tree.text)) return [];
  return file.code.calls.flatMap((id): readonly Mock[] => {
    const call = nodeAt(file, id);
    const [module, factory] = call.kind === "call" && ofTestRunner(file, call, ...mockers) ? call.arguments : [];
    const specifier = module && specifierOf(file, module.value);
    if (specifier === undefined) return [];
    const members = factory && membersOf(file, factory.value);
    // `{ spy: true }` only observes the module.
    if (members?.names.has("spy")) return [];
    return [
      { specifier, file: project.importedName(file, specifier), replaced: members?.isPart ? members.names : undefined },
    ];
  });
}

/** @returns the specifier of `"./api"`, or of `import("./api")`. */
function specifierOf(file: ProjectFile, id: ValueId): string | undefined {
  const node = nodeAt(file, id);
  if (node.kind === "literal") return typeof node.value === "string" ? node.value : undefined;
  return node.kind === "imported" ? file.code.imports[node.import]?.specifier : undefined;
}

interface Members {
  readonly names: ReadonlySet<string>;
  /** Other members come from a spread, such as that of the original module. */
  readonly isPart: boolean;
}

/** @returns the members of an object literal, or of the one that a function returns. */
function membersOf(file: ProjectFile, id: ValueId): Members | undefined {
  const node = nodeAt(file, behind(file, id));
  const given = node.kind === "function" ? file.code.functions[node.function]?.result : undefined;
  if (given !== undefined) return membersOf(file, given);
  if (node.kind !== "object") return undefined;
  const names = node.members.flatMap((each) => ("key" in each && typeof each.key === "string" ? each.key : []));
  return { names: new Set(names), isPart: node.members.some(({ kind }) => kind === "spread") };
}

/** Whether a call stands in the mocked module, within an export that is replaced. */
function isWithin({ file, call }: Step, mock: Mock): boolean {
  if (file.name !== mock.file) return false;
  if (!mock.replaced) return true;
  const { functions, classes } = file.code;
  for (let at = functions[nodeAt(file, call).in]; at; at = functions[at.outer]) {
    const names = [at.name, at.class === undefined ? undefined : classes[at.class]?.name];
    if (names.some((name) => name !== undefined && mock.replaced?.has(name))) return true;
  }
  return false;
}

/** Whether a callee is a replaced export of the mocked module, or a member of one. */
function calls(project: Project, { file, call }: Step, mock: Mock): boolean {
  const bound = importBehind(file, call);
  return bound !== undefined && isOf(project, file, bound, mock) && (mock.replaced?.has(bound.name) ?? true);
}

/** Whether a callee comes from a file of the project that imports the mocked package: it may be a client of that. */
function sends(project: Project, { file, call }: Step, mock: Mock): boolean {
  const bound = mock.file === undefined ? importBehind(file, call) : undefined;
  const source = bound && project.imported(file, bound.specifier);
  return source?.code.imports.some((each) => isOf(project, source, each, mock)) === true;
}

function isOf(project: Project, from: ProjectFile, { specifier }: Import, mock: Mock): boolean {
  if (mock.file === undefined) return specifier === mock.specifier;
  return project.importedName(from, specifier) === mock.file;
}

/** @returns the import that a callee is, or of which it is a member. */
function importBehind(file: ProjectFile, call: ValueId): Import | undefined {
  const node = nodeAt(file, call);
  let at = node.kind === "call" ? nodeAt(file, behind(file, node.callee)) : node;
  while (at.kind === "member") at = nodeAt(file, behind(file, at.object));
  return at.kind === "imported" ? file.code.imports[at.import] : undefined;
}
