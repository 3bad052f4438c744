import type { PermissionEntry } from "../../../contract/contract";
import { getCategoryKey } from "../../../contract/permissions/categories";
import type { Call, Gap, Use } from "./collect";
import type { Comparison } from "./compare";
import { script } from "./html-script";
import { escapeHtml as escape, htmlPage } from "../html-page";
import { groupUnseen } from "../requests/unseen";
import { describeGaps, incomplete, isMarkedOnly, type PermissionReport } from "./report";

/** One category at one access level. */
interface Cell {
  readonly id: string;
  readonly level: string;
  readonly uses: readonly Use[];
  readonly state: "ok" | "missing" | "excess" | "needed" | "covered" | "none";
}

interface Row {
  readonly scope: string;
  readonly title: string;
  readonly cells: readonly Cell[];
}

const words: Readonly<Record<Cell["state"], string>> = {
  ok: "needed and granted",
  missing: "needed, not granted",
  excess: "granted, not needed",
  needed: "needed",
  covered: "covered by a higher level",
  none: "",
};

/**
 * @returns a self-contained page: a matrix of categories by access level that shows needs and grants, with the calls of
 * each cell.
 */
export function formatHtml(report: PermissionReport): string {
  const { collected, comparison, levels } = report;
  const rows = makeRows(report);
  const types = [...new Set(collected.uses.flatMap(tokensOfUse))].sort();
  const states = [...new Set(rows.flatMap((row) => row.cells.map((cell) => cell.state)))].filter(
    (state) => state !== "none",
  );
  const body = `${unseenParts(report)}
<p>${escape(summaryOf(report))}.</p>
<div class="bar">
<div class="choice" role="group" aria-label="Token type">${["", ...types].map(typeButton).join("")}</div>
<div class="legend">${states.map((state) => `<span class="cell ${state}">${words[state]}</span>`).join("")}</div>
<label><input type="checkbox" id="rest"> all categories of the map</label>
</div>
<div class="card scroll">
<table>
<thead><tr><th>Category</th>${levels.map((level) => `<th>${escape(level)}</th>`).join("")}</tr></thead>
<tbody>
${tableRows(rows, levels.length)}
</tbody>
</table>
</div>
${rows.flatMap((row) => row.cells.filter((cell) => cell.uses.length > 0).map((cell) => panel(row, cell))).join("\n")}
${comparison ? notShown(comparison) : ""}`;
  return htmlPage({ title: "Permissions that the code needs", body, script });
}

function makeRows({ needs, comparison, categories, levels }: PermissionReport): readonly Row[] {
  const rows: Row[] = [];
  for (const [scope, titles] of categories)
    for (const [category, title] of titles) {
      const need = needs.find((each) => each.scope === scope && each.category === category);
      const held = grantedLevel(comparison, need?.access, scope, category);
      const top = need === undefined ? -1 : levels.indexOf(need.access);
      const grant = held === undefined ? -1 : levels.indexOf(held);
      const cells = levels.map((level, index): Cell => {
        const uses = (need?.uses ?? []).filter((use) => levelIn(use, scope, category) === level);
        return {
          id: `${scope}-${category}-${level}`,
          level,
          uses,
          state: stateOf(index, top, grant, uses, comparison),
        };
      });
      rows.push({ scope, title: need && isMarkedOnly(need) ? `${title} *` : title, cells });
    }
  return rows;
}

function stateOf(
  level: number,
  needed: number,
  granted: number,
  uses: readonly Use[],
  comparison: Comparison | undefined,
): Cell["state"] {
  if (uses.length > 0 || level === needed) {
    if (comparison === undefined) return "needed";
    return granted >= level ? "ok" : "missing";
  }
  if (level < needed) return "covered";
  return granted === level ? "excess" : "none";
}

/**
 * @returns the granted level. The comparison lists only differences: a permission in none of its lists is granted
 * exactly as needed.
 */
function grantedLevel(
  comparison: Comparison | undefined,
  needed: string | undefined,
  scope: string,
  category: string,
): string | undefined {
  if (comparison === undefined) return undefined;
  const isThis = (each: { scope: string; category: string }): boolean =>
    each.scope === scope && each.category === category;
  const listed = [...comparison.missing, ...comparison.higher, ...comparison.unused].find(isThis);
  return listed ? listed.granted : needed;
}

function levelIn({ entries }: Use, scope: string, category: string): string | undefined {
  return entries.find((entry: PermissionEntry) => entry.scope === scope && getCategoryKey(entry) === category)?.access;
}

function tableRows(rows: readonly Row[], width: number): string {
  const isRest = (row: Row): boolean => row.cells.every((cell) => cell.state === "none");
  return [...new Set(rows.map((row) => row.scope))]
    .map((scope) => {
      const own = rows.filter((row) => row.scope === scope);
      const heading = `<tr class="scope"${own.every(isRest) ? " data-rest hidden" : ""}><th colspan="${width + 1}">${escape(scope)}</th></tr>`;
      const lines = own.map(
        (row) =>
          `<tr${isRest(row) ? " data-rest hidden" : ""}><th scope="row">${escape(row.title)}</th>${row.cells.map(cellOf).join("")}</tr>`,
      );
      return [heading, ...lines].join("\n");
    })
    .join("\n");
}

function cellOf({ id, state, uses }: Cell): string {
  if (uses.length === 0) return `<td><span class="cell ${state}">${words[state]}</span></td>`;
  return `<td><button type="button" class="cell ${state}" data-calls="${escape(id)}" aria-expanded="false"><span>${words[state]}</span><span class="number">${uses.length}</span></button></td>`;
}

function panel(row: Row, { id, level, uses }: Cell): string {
  const items = uses.map((use) => item(use, `${use.method ?? ""} ${use.endpoint}`, noteOf(use), tokensOfUse(use)));
  return `<section class="card" data-panel id="${escape(id)}" hidden><h2>${escape(`${row.scope} · ${row.title} · ${level}`)}</h2><ul>${items.join("")}</ul></section>`;
}

function noteOf(use: Use): string {
  const tokens = tokensOfUse(use);
  const takes = tokens.length > 0 ? `takes ${tokens.join(" or ")}` : "";
  const sends = use.tokens.length > 0 ? `sent with ${use.tokens.join(" or ")}` : "";
  const marked = use.marked ? "may need or take another permission" : "";
  return [takes, sends, marked].filter((part) => part !== "").join("; ");
}

/** @returns the token types of a call: those that it sends if known, otherwise those that the endpoint accepts. */
function tokensOfUse({ tokens, entries }: Use): readonly string[] {
  return tokens.length > 0 ? tokens : [...new Set(entries.flatMap((entry) => entry.tokens))];
}

function item(call: Call, what: string, note: string, tokens: readonly string[] = []): string {
  const place = `${call.file}:${call.line}:${call.column}`;
  const extra = note === "" ? "" : `<span class="note">${escape(note)}</span>`;
  return `<li data-tokens="${escape(tokens.join(" "))}"><span class="place">${escape(place)}</span><code>${escape(what)}</code>${extra}</li>`;
}

function gaps(title: string, calls: readonly (Call & Partial<Pick<Gap, "reason">>)[]): string {
  if (calls.length === 0) return "";
  const items = calls.map((call) => item(call, `${call.method ?? "?"} ${call.path ?? "?"}`, call.reason ?? ""));
  return `<section class="card"><h2>${escape(title)} (${calls.length})</h2><ul>${items.join("")}</ul></section>`;
}

/** The calls with unknown needs come first, so that nobody takes the matrix for complete. */
function unseenParts(report: PermissionReport): string {
  const { unknown, unclear, unlisted, graphql, lookAlikes } = report.collected;
  const doubts = describeGaps(report);
  if (doubts.length === 0) return "";
  return [
    `<p class="doubt"><strong>${escape(incomplete)}</strong> Not in it: ${escape(doubts.join("; "))}.</p>`,
    gaps("Not known", unknown),
    gaps(
      "Not clear",
      unclear.map((gap) => ({ ...gap, reason: `one of: ${gap.candidates.join(", ")}` })),
    ),
    gaps("Not in the map", unlisted),
    gaps("GraphQL: what a query needs does not show in its path", graphql),
    alikes(lookAlikes),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function alikes(calls: PermissionReport["collected"]["lookAlikes"]): string {
  if (calls.length === 0) return "";
  const items = groupUnseen(calls).map(({ callee, count, example: { file, line, column } }) => {
    const place = `${file}:${line}:${column}`;
    return `<li><span class="place">${escape(place)}</span><code>${escape(callee)}</code><span class="note">${count}</span></li>`;
  });
  return `<section class="card"><h2>Like requests, and not understood (${calls.length})</h2><ul>${items.join("")}</ul></section>`;
}

function notShown({ notShown: others }: Comparison): string {
  if (others.length === 0) return "";
  const names = others.map(
    ({ scope, category, granted = "" }) => `${scope === "" ? "" : `${scope}.`}${category}: ${granted}`,
  );
  return `<section class="card"><h2>Granted in categories that the map does not show</h2><p>${escape(names.join(", "))}</p></section>`;
}

function typeButton(type: string): string {
  const name = type === "" ? "All tokens" : escape(type);
  return `<button type="button" data-type="${escape(type)}" aria-pressed="${String(type === "")}">${name}</button>`;
}

function summaryOf({ needs, collected, comparison }: PermissionReport): string {
  const calls = new Set(collected.uses.map(({ file, line, column }) => `${file}:${line}:${column}`)).size;
  const differences = comparison
    ? [
        `compared with ${comparison.source}: ${comparison.missing.length} missing, ${comparison.unused.length} unused, ${comparison.higher.length} higher than needed`,
      ]
    : [];
  return [`${calls} calls need ${needs.length} permissions`, ...differences].join("; ");
}
