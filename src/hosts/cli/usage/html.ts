import type { Call, EndpointUsage, UnclearCall, Usage } from "../../../usage/usage";
import { describeReads, describeSent } from "../../../usage/words";
import { escapeHtml as escape, htmlPage } from "../html-page";
import { membersOf, placeOfCall, summaryOf } from "./text";

const style = `
input[type="search"] { flex: 1 1 16rem; padding: 0.45rem 0.75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; font: inherit; }
summary { cursor: pointer; }
summary .number { float: right; color: var(--dim); }
.method { display: inline-block; min-width: 4.5rem; color: var(--need); font-weight: 600; }
.old { text-decoration: line-through; }
li { grid-template-columns: 1fr; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: 0.1rem 0.75rem; margin: 0; font-size: 0.9rem; }
dt { color: var(--dim); }
dd { margin: 0; overflow-wrap: anywhere; }
`;

/** Filters endpoints and calls by the words of the search, and expands the rest if few are left. */
const script = `
const search = document.getElementById("search");
const cards = [...document.querySelectorAll("details.card")];
const texts = new Map([...document.querySelectorAll("details.card, details.card li")].map((each) => [each, each.textContent.toLowerCase()]));
const heads = new Map(cards.map((card) => [card, card.querySelector("summary").textContent.toLowerCase()]));
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const left = [];
  for (const card of cards) {
    const missing = words.filter((word) => !heads.get(card).includes(word));
    const items = [...card.querySelectorAll("li")];
    const fitting = items.filter((item) => missing.every((word) => texts.get(item).includes(word)));
    for (const item of items) item.hidden = !fitting.includes(item);
    card.hidden = words.length > 0 && missing.length > 0 && fitting.length === 0;
    if (!card.hidden) left.push(card);
  }
  for (const card of cards) card.open = words.length > 0 && left.length <= 12 && left.includes(card);
  document.getElementById("left").textContent = words.length > 0 ? left.length + " of " + cards.length : "";
});
`;

/** @returns a self-contained page: each endpoint with its callers, and a search. */
export function formatHtml(usage: Usage): string {
  const { endpoints, unclear, unlisted, unknown, unused, clients } = usage;
  const several = clients.length > 1;
  const cards = [
    ...endpoints.map((endpoint) => endpointCard(endpoint, several)),
    callsCard("May go to one of several endpoints", unclear, several, (call) =>
      (call as UnclearCall).candidates.join(" or "),
    ),
    callsCard("Not in the contract", unlisted, several),
    callsCard("Not known where they go", unknown, several),
    unused.length > 0
      ? card(
          "Endpoints that nobody calls",
          unused.length,
          unused.map((key) => `<li><code>${escape(key)}</code></li>`),
        )
      : "",
  ];
  const body = `<p>${escape(summaryOf(usage).replaceAll(" (`--unused`)", ""))}.${several ? ` Clients: ${escape(clients.join(", "))}.` : ""}</p>
<div class="bar"><input type="search" id="search" placeholder="Search endpoints, files, functions, fields" aria-label="Search"><span id="left" class="note" role="status"></span></div>
${cards.filter((each) => each !== "").join("\n")}`;
  return htmlPage({ title: "Who calls what", style, body, script });
}

function endpointCard({ method, path, deprecated, permissions, callers }: EndpointUsage, several: boolean): string {
  const needs = [...new Set(permissions.map(({ scope, category, access }) => `${scope}.${category}: ${access}`))];
  const head = `<span class="method">${escape(method)}</span> <code${deprecated ? ' class="old"' : ""}>${escape(path)}</code>${needs.length > 0 ? ` <span class="note">${escape(needs.join(" or "))}</span>` : ""}${deprecated ? ' <span class="note">deprecated</span>' : ""}`;
  return cardOf(
    head,
    callers.length,
    callers.map((call) => item(call, several)),
  );
}

function callsCard(title: string, calls: readonly Call[], several: boolean, noteOf?: (call: Call) => string): string {
  if (calls.length === 0) return "";
  return card(
    title,
    calls.length,
    calls.map((call) => item(call, several, `${call.method ?? "?"} ${call.path ?? "?"}`, noteOf?.(call))),
  );
}

function card(title: string, number: number, items: readonly string[]): string {
  return cardOf(escape(title), number, items);
}

function cardOf(head: string, number: number, items: readonly string[]): string {
  return `<details class="card"><summary>${head} <span class="number">${number}</span></summary><ul>${items.join("")}</ul></details>`;
}

function item(call: Call, several: boolean, target = "", note = ""): string {
  const { query, headers, body, reads, tokens, unknown } = call;
  const rows: readonly (readonly [string, string])[] = [
    ["to", target],
    ["may be", note],
    ["token", tokens.join(" or ")],
    ["query", membersOf(query)],
    ["headers", membersOf(headers)],
    ["body", body ? describeSent(body) : ""],
    ["reads", reads ? describeReads(reads) : "not known"],
    ["deprecated", call.deprecated?.join(", ") ?? ""],
    ["not known", unknown.map(({ part, reason }) => `${part}: ${reason}`).join("; ")],
  ];
  const cells = rows
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `<dt>${name}</dt><dd><code>${escape(text)}</code></dd>`);
  return `<li><span class="place">${escape(placeOfCall(call, several))}</span><dl>${cells.join("")}</dl></li>`;
}
