import type { Analysis } from "../analysis/analysis";
import type { Facts } from "../contract/configuration/configuration";
import type { Contract } from "../contract/contract";
import { hasConvention } from "../request/derived/conventions";
import type { Request } from "../request/request";
import type { Range } from "../text/range";
import type { Context, Report, Rule } from "./define";
import type { Failure, Finding } from "./finding";
import { withDefaults } from "./options";
import { visible } from "../text/visible";
import type { Selection } from "./select";
import { compareNames } from "../text/words";

export interface RunResult {
  /** In order of offset, then of rule id. */
  readonly findings: readonly Finding[];
  /** Rules that crashed. Their findings before the crash remain valid. */
  readonly failures: readonly Failure[];
  /** Ids of selected rules for which the file has no subject. */
  readonly notRun: readonly string[];
}

/** The contract and facts for all rules. */
export interface Project {
  readonly contract: Contract;
  readonly facts: Facts;
}

/**
 * Runs rules over the analysis of one file.
 *
 * A rule fails if it throws, reports an undefined message, or leaves a placeholder unfilled. Other rules are not
 * affected.
 */
export function runRules(analysis: Analysis, selections: readonly Selection[], project: Project): RunResult {
  const findings: Finding[] = [];
  const failures: Failure[] = [];
  const notRun: string[] = [];
  for (const selection of selections) {
    const { rule } = selection;
    const subjects = rule.on === "request" ? [analysis.requests, analysis.specimens] : [analysis.manifests];
    if (subjects.every(({ length }) => length === 0)) {
      notRun.push(rule.id);
      continue;
    }
    const seen = new Set<string>();
    try {
      for (const found of reportsOf(rule, selection.options, analysis, project)) {
        const finding = toFinding(selection, found, found.request && analysis.nameOf?.(found.request));
        const key = `${finding.messageId}\n${finding.message}\n${finding.range.start}\n${finding.range.end}`;
        if (!seen.has(key)) findings.push(finding);
        seen.add(key);
      }
    } catch (error) {
      failures.push({ rule: rule.id, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  findings.sort(
    (a, b) =>
      a.range.start - b.range.start ||
      compareNames(a.rule, b.rule) ||
      a.range.end - b.range.end ||
      compareNames(a.messageId, b.messageId),
  );
  return { findings, failures, notRun };
}

interface Found {
  readonly report: Report;
  readonly request?: Request;
  /** Calls of the wrapper in this file, if the wrapper's own request has the problem. */
  readonly callers: readonly Range[];
}

/** Limit of the listed calls: more would not help. */
const mostCallers = 5;

function* reportsOf(
  rule: Rule,
  given: Readonly<Record<string, unknown>>,
  analysis: Analysis,
  project: Project,
): Generator<Found> {
  const shared = {
    options: withDefaults(rule, given),
    contract: project.contract,
    facts: project.facts,
    text: analysis.text,
    evidenceOfTags: analysis.evidenceOfTags,
    requests: analysis.requests,
    insideOf: analysis.insideOf,
  };
  const runOn = (subject: Parameters<Rule["check"]>[0]): readonly Report[] => {
    const reports: Report[] = [];
    const context: Context<Readonly<Record<string, unknown>>> = { ...shared, report: (report) => reports.push(report) };
    rule.check(subject, context);
    return reports;
  };
  if (rule.on === "manifest") {
    for (const manifest of analysis.manifests) for (const report of runOn(manifest)) yield { report, callers: [] };
    return;
  }
  const finished = new Map<Request, readonly Report[]>();
  const runOnce = (request: Request): readonly Report[] => {
    const known = finished.get(request) ?? (isInForce(rule, request, project.facts) ? runOn(request) : []);
    finished.set(request, known);
    return known;
  };
  const found: Omit<Found, "callers">[] = [];
  const callers = new Map<string, Range[]>();
  try {
    for (const request of [...analysis.requests, ...analysis.specimens]) {
      const reports = runOnce(request).filter((report) => isHere(report, request));
      // A problem of the wrapper's own request is reported only in the wrapper.
      const inside = reports.length > 0 ? analysis.insideOf(request) : undefined;
      const already = inside ? runOnce(inside) : [];
      for (const report of reports) {
        const own = already.find(({ message }) => message === report.message);
        if (own) addTo(callers, keyOf(own), request.range);
        else found.push({ report, request });
      }
    }
  } finally {
    // Findings before an exception remain valid.
    for (const each of found) yield { ...each, callers: callers.get(keyOf(each.report)) ?? [] };
  }
}

function keyOf({ message, range }: Report): string {
  return `${message}\n${range.start}\n${range.end}`;
}

function addTo(callers: Map<string, Range[]>, key: string, call: Range): void {
  const known = callers.get(key) ?? [];
  callers.set(key, known);
  if (known.length < mostCallers && known.every(({ start }) => start !== call.start)) known.push(call);
}

/**
 * Whether a rule applies to a request: conventions of the built-in service are not assumed of another configured one.
 */
function isInForce({ convention, unsaid }: Rule, request: Request, facts: Facts): boolean {
  if (convention === undefined || (unsaid === true && request.described === undefined)) return true;
  return hasConvention(request, convention, facts);
}

/**
 * Whether a report has a place in the file. Arguments of a client created in another file are reported in that file.
 * For a library's client, only its creation counts, because calls may add anything later.
 */
function isHere({ range }: Report, { specimen, range: whole, anchor }: Request): boolean {
  if (range.end === 0) return false;
  const isWhole = range.start === whole.start && range.end === whole.end;
  return specimen !== "library" || !(isWhole || (anchor.start <= range.start && range.end <= anchor.end));
}

function toFinding({ rule, severity }: Selection, { report, callers }: Found, name: string | undefined): Finding {
  return {
    rule: rule.id,
    messageId: report.message,
    message: messageText(rule, report.message, report.data),
    ...(report.data && { data: visibleData(report.data) }),
    severity,
    ...(name !== undefined && { request: visible(name) }),
    range: report.range,
    ...(report.fix && { fix: report.fix }),
    suggestions: (report.suggestions ?? []).map(({ message, data, edits }) => ({
      message: messageText(rule, message, data),
      edits,
    })),
    related: [
      ...(report.related ?? []).map(({ message, data, range }) => ({
        message: messageText(rule, message, data),
        range,
      })),
      ...callers.map((range) => ({ message: "This call sends it.", range })),
    ],
  };
}

/** Escapes the data of a message, which contains text of the file and is printed on terminals and in logs. */
function visibleData(data: NonNullable<Report["data"]>): NonNullable<Report["data"]> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === "string" ? visible(value) : value]),
  );
}

/** @throws Error if the rule has no such message, or the data leaves a placeholder unfilled. */
function messageText(rule: Rule, id: string, data: Report["data"]): string {
  const template = Object.hasOwn(rule.messages, id) ? rule.messages[id] : undefined;
  if (template === undefined) throw new Error(`Rule ${rule.id} has no message "${id}".`);
  return template.replace(/\{(\w+)\}/gu, (_, name: string) => {
    const value = data && Object.hasOwn(data, name) ? data[name] : undefined;
    if (value === undefined) throw new Error(`Rule ${rule.id} reports "${id}" without its placeholder {${name}}.`);
    return visible(String(value));
  });
}
