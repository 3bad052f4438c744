import type { Analysis, Comment } from "../analysis/analysis";
import { LineTable } from "../text/lines";
import type { Range } from "../text/range";
import { optionsOf } from "../request/drafts/known";
import type { Request } from "../request/request";
import type { Value } from "../value/value";
import type { Edit, Finding } from "./finding";

/** A directive's rule that silenced nothing. */
export interface UnusedDirective {
  readonly rule: string;
  /** The whole comment. */
  readonly range: Range;
  /** Takes the rule out of the comment, or the whole comment where it names no other. */
  readonly edits: readonly Edit[];
}

export interface DirectedFindings {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly { readonly finding: Finding; readonly reason: string | undefined }[];
  readonly unused: readonly UnusedDirective[];
}

const prefix = "restraint/";

/**
 * Applies ESLint's directive comments: `eslint-disable`, `-enable`, `-disable-line` and `-disable-next-line`, with a list of rules or for
 * all, and with `-- reason`. As in ESLint, in code the first two are block comments only; in YAML every comment counts.
 *
 * A finding is silenced by where it starts. Only rules of ours that a directive names are ever unused: what else it silences is not known here.
 * Where a request is not wholly known, nothing is said of the directives around it.
 *
 * @param ran ids of the rules that ran to their end; of others it is not known whether a directive silences them. Absent: all.
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

/** Whether rules can look at all of a request: of what is not known they say nothing, and a directive may silence what is there. */
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
  /** The findings it is about: from its start on, or those that start in the range. */
  readonly range: Range;
  /** Empty: all rules. */
  readonly entries: readonly Entry[];
  readonly reason: string | undefined;
}

/** One rule in a directive's list, with the list's text around it. */
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
 * @returns the line that a directive is for, with the end of the text if it is the last one; an empty range behind the text for a line that is not
 *   there; `undefined` for a `disable-line` on several lines.
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

/** @returns the directives that silence a finding: the last `disable` before it that no `enable` takes back, and those for its line. */
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

/** A list's piece with the comma after it, or, at the list's end, the one before it. */
function withComma({ start, end }: Range, text: string): Range {
  if (text[end] === ",") return { start, end: end + 1 };
  return { start: start - 1, end: end - (/\s*$/u.exec(text.slice(start, end))?.[0].length ?? 0) };
}
