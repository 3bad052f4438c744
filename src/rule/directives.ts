import type { Analysis, Comment } from "../analysis/analysis";
import { LineTable } from "../text/lines";
import type { Range } from "../text/range";
import { optionsOf } from "../request/drafts/known";
import type { Request } from "../request/request";
import type { Value } from "../value/value";
import type { Edit, Finding } from "./finding";

/** A rule in a directive that silenced nothing. */
export interface UnusedDirective {
  readonly rule: string;
  /** The range of the whole comment. */
  readonly range: Range;
  /** Removes the rule from the comment, or the whole comment if it names no other rule. */
  readonly edits: readonly Edit[];
}

export interface DirectedFindings {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly { readonly finding: Finding; readonly reason: string | undefined }[];
  readonly unused: readonly UnusedDirective[];
}

const prefix = "restraint/";

/**
 * Applies ESLint's directive comments: `eslint-disable`, `-enable`, `-disable-line` and `-disable-next-line`, with or
 * without a list of rules, and with `-- reason`. As in ESLint, the first two must be block comments in code; in YAML
 * every comment counts.
 *
 * A directive applies to a finding by the finding's start. Only our own rules are ever reported as unused, because
 * other rules are unknown here. Directives around a request that is not completely known are not reported either.
 *
 * @param ran ids of the rules that completed: for others it is not known whether a directive silences them. Absent: all
 * rules.
 */
export function applyDirectives(
  findings: readonly Finding[],
  analysis: Analysis,
  ran?: ReadonlySet<string>,
): DirectedFindings {
  const directives = readDirectives(analysis);
  if (directives.length === 0) return { findings, suppressed: [], unused: [] };
  const kept: Finding[] = [];
  const suppressed: { finding: Finding; reason: string | undefined }[] = [];
  const used = new Set<Entry>();
  for (const finding of findings) {
    const silencing = findSilencing(finding, directives);
    for (const { entry } of silencing) if (entry) used.add(entry);
    if (silencing[0]) suppressed.push({ finding, reason: silencing[0].directive.reason });
    else kept.push(finding);
  }
  const unclear = analysis.requests.filter((request) => !isWhollyKnown(request)).map(({ range }) => range);
  const unused = directives
    .filter(({ range }) => !unclear.some(({ start, end }) => start < range.end && range.start < end))
    .flatMap((directive) => unusedOf(directive, used, analysis.text, ran));
  return { findings: kept, suppressed, unused };
}

/**
 * Whether a request is completely known. Rules do not report on unknown parts, so a directive there may be needed
 * nevertheless.
 */
function isWhollyKnown({ method, target, headers, body, query }: Request): boolean {
  const isOpen = (value: Value): boolean => value.kind === "unknown" || (value.kind === "object" && value.open);
  return (
    method.kind === "string" &&
    target.path !== undefined &&
    target.service !== "unknown" &&
    ![headers, query].some(isOpen) &&
    (body === undefined || (body.encoding !== "unknown" && !optionsOf(body.value).some(isOpen)))
  );
}

interface Directive {
  readonly comment: Comment;
  readonly type: "disable" | "enable" | "here";
  /** The range of findings that it affects: from its start on, or those that start in the range. */
  readonly range: Range;
  /** Empty for all rules. */
  readonly entries: readonly Entry[];
  readonly reason: string | undefined;
}

/** A rule in a directive's list, with its range including surrounding white space. */
interface Entry {
  readonly rule: string;
  readonly range: Range;
}

interface Silencing {
  readonly directive: Directive;
  readonly entry: Entry | undefined;
}

function readDirectives({ comments, text, language }: Analysis): readonly Directive[] {
  let lines: LineTable | undefined;
  return comments.flatMap((comment): Directive[] => {
    const found = /^\s*eslint-(disable-next-line|disable-line|disable|enable)(?=\s|$)/u.exec(comment.text);
    if (!found) return [];
    const kind = found[1] ?? "";
    const isOpen = kind === "disable" || kind === "enable";
    if (isOpen && language === "code" && comment.kind === "line") return [];
    const [list = "", ...reason] = comment.text.slice(found[0].length).split(/\s-{2,}\s/u);
    const listStart = text.indexOf(comment.text, comment.range.start) + found[0].length;
    const shared = {
      comment,
      entries: readEntries(list, listStart),
      reason: reason.length > 0 ? reason.join(" -- ").trim() : undefined,
    };
    if (isOpen) return [{ ...shared, type: kind, range: { start: comment.range.start, end: text.length } }];
    lines ??= new LineTable(text, language === "code" ? "code" : "data");
    const range = findLine(kind, comment.range, lines, text.length);
    return range ? [{ ...shared, type: "here", range }] : [];
  });
}

/**
 * @returns the range of the line to which a directive applies, including the end of the text for the last line. An
 * empty range after the text if the line does not exist; `undefined` for a `disable-line` that spans several lines.
 */
function findLine(kind: string, { start, end }: Range, lines: LineTable, length: number): Range | undefined {
  const first = lines.positionAt(start).line;
  const last = lines.positionAt(end).line;
  if (kind === "disable-line" && first !== last) return undefined;
  const line = kind === "disable-line" ? first : last + 1;
  return {
    start: line > lines.lineCount ? length + 1 : lines.lineStart(line),
    end: line >= lines.lineCount ? length + 1 : lines.lineStart(line + 1),
  };
}

function readEntries(list: string, offset: number): readonly Entry[] {
  const entries: Entry[] = [];
  let start = offset;
  for (const piece of list.split(",")) {
    const rule = piece.trim().replace(/^(['"]?)(.*)\1$/su, "$2");
    if (rule !== "") entries.push({ rule, range: { start, end: start + piece.length } });
    start += piece.length + 1;
  }
  return entries;
}

/**
 * @returns the directives that silence a finding: the last `disable` before it that no `enable` ends, and those for its
 * line.
 */
function findSilencing(finding: Finding, directives: readonly Directive[]): readonly Silencing[] {
  const at = finding.range.start;
  let open: Silencing | undefined;
  const here: Silencing[] = [];
  for (const directive of directives) {
    if (directive.range.start > at || directive.range.end < at) continue;
    const entry = directive.entries.find(({ rule }) => rule === prefix + finding.rule);
    if (directive.entries.length > 0 && !entry) continue;
    if (directive.type === "enable") open = undefined;
    else if (directive.type === "disable") open = { directive, entry };
    else if (at < directive.range.end) here.push({ directive, entry });
  }
  return open ? [open, ...here] : here;
}

function unusedOf(
  directive: Directive,
  used: ReadonlySet<Entry>,
  text: string,
  ran: ReadonlySet<string> | undefined,
): readonly UnusedDirective[] {
  if (directive.type === "enable") return [];
  const { comment, entries } = directive;
  return entries
    .filter(({ rule }) => rule.startsWith(prefix) && (ran?.has(rule.slice(prefix.length)) ?? true))
    .filter((entry) => !used.has(entry))
    .map((entry) => {
      const range = entries.length === 1 ? comment.range : withComma(entry.range, text);
      return { rule: entry.rule.slice(prefix.length), range: comment.range, edits: [{ range, text: "" }] };
    });
}

/** @returns the range of an entry with the comma after it, or, at the end of the list, with the comma before it. */
function withComma({ start, end }: Range, text: string): Range {
  if (text[end] === ",") return { start, end: end + 1 };
  return { start: start - 1, end: end - (/\s*$/u.exec(text.slice(start, end))?.[0].length ?? 0) };
}
