import { givenBy } from "../../evaluate/names/framework-members";
import { replaces } from "../../evaluate/names/replaced-globals";
import { changes } from "../../evaluate/names/written-elsewhere";
import type { FilePlaces } from "../../project/places";
import type { Project } from "../../project/project";
import type { Told, ToldOfFile } from "../../project/sources";
import { usesInFile } from "../instances";
import type { Callee } from "./callee";
import type { Calls } from "./calls";
import type { Leading } from "./leading";
import type { Way } from "./suppliers";
import type { FileFlow } from "../track/file-flow";
import type { Tracker } from "../track/tracker";

/** @returns a summary of the flow, by file and as a whole. Two flows with equal summaries give the evaluation equal results. */
export function toldBy(tracker: Tracker, calls: Calls, leading: Leading): Told {
  const files = new Map<string, ToldOfFile>();
  for (const flow of tracker.flows.values()) files.set(flow.file.name, summaryOf(flow, calls, leading));
  const names = [...leading.names].map(([name, { size }]) => `${name} ${size}`).toSorted();
  const { project } = tracker;
  return {
    files,
    names: [tracker.names, ...names].join("\n"),
    leadsFrom: (name) => {
      const file = project.knownFile(name);
      const flow = file && tracker.flows.get(file);
      return flow ? summaryOf(flow, calls, leading).leadsTo : [];
    },
    hasNothing: (name, question) => project.following(() => hasNothing(project, name, question)),
  };
}

/** Repeats a search by name that found nothing: see `Project.searching`. */
function hasNothing(project: Project, name: string, question: string): boolean {
  const [kind = "", subject = "", ...rest] = question.split(" ");
  const of = rest.join(" ");
  if (kind === "makes") {
    const file = project.file(of);
    return file === undefined || usesInFile(project, name, { file, class: Number(subject) }).length === 0;
  }
  if (kind === "changes") return !changes(project, name, { name: subject, of });
  if (kind === "gives") return givenBy(project, name, subject).length === 0;
  if (kind === "replaces") return !replaces(project, name, subject);
  const file = project.file(name);
  return file !== undefined && !project.places.inFile(file)[kind as keyof FilePlaces].has(subject);
}

function summaryOf(flow: FileFlow, calls: Calls, leading: Leading): ToldOfFile {
  const leadsTo = new Set<string>();
  const handedBy = new Set<string>();
  const parts = [flow.marks, flow.variableMarks, flow.resultMarks, flow.classMarks].map(marksText);
  parts.push(
    [...flow.exportMarks]
      .map(([name, marks]) => `${name} ${marks}`)
      .toSorted()
      .join(),
  );
  for (const state of sorted(calls.statesOf(flow), ({ call }) => call)) {
    parts.push(
      `${state.call} ${state.isOfInterest} ${leading.isLeading(state)} ${state.callees.map((each) => calleeText(each, leadsTo)).join(";")}`,
    );
    parts.push(waysText([...state.ways.values()].flat(), leadsTo, handedBy));
  }
  for (const [call, depends, ways] of sorted(leading.sitesOf(flow), ([each]) => each))
    parts.push(`${call} ${depends} ${waysText(ways, leadsTo, handedBy)}`);
  return { text: parts.join("\n"), leadsTo: [...leadsTo], handedBy: [...handedBy] };
}

function sorted<T>(list: Iterable<T>, key: (each: T) => number): readonly T[] {
  return [...list].toSorted((one, other) => key(one) - key(other));
}

function calleeText(callee: Callee, leadsTo: Set<string>): string {
  if (callee.kind === "native") return `native ${callee.sends} ${callee.gives} ${callee.begins}`;
  if (callee.kind === "builtin" || callee.kind === "unknown") return callee.kind;
  const { name } = callee.kind === "function" ? callee.site.file : callee.file;
  leadsTo.add(name);
  return callee.kind === "function"
    ? `function ${callee.site.function} ${callee.isShifted === true} ${name}`
    : `class ${callee.class} ${name}`;
}

function waysText(ways: readonly Way[], leadsTo: Set<string>, handedBy: Set<string>): string {
  return ways
    .map(({ flow, function: id, calls }) => {
      const sites = calls.map((each) => {
        leadsTo.add(each.file.name);
        handedBy.add(each.file.name);
        return `${each.call} ${each.argument ?? ""} ${each.isShifted === true} ${each.file.name}`;
      });
      leadsTo.add(flow.file.name);
      return [`${id} ${flow.file.name}`, ...sites].join(",");
    })
    .toSorted()
    .join(";");
}

function marksText(marks: Uint8Array): string {
  return [...marks.entries()].flatMap(([id, each]) => (each === 0 ? [] : `${id}:${each}`)).join();
}
