/** A part of a self-contained HTML page: what a report has besides the frame and the style that all share. */
export interface PageParts {
  readonly title: string;
  /** Rules of style besides the common ones. */
  readonly style?: string;
  readonly body: string;
  readonly script: string;
}

/** @returns a self-contained page. */
export function htmlPage({ title, style: more = "", body, script }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}${more}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
<script>${script}</script>
</body>
</html>
`;
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The style sheet of the page; colours follow the system's light or dark setting. */
const style = `
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --ink: #1b1f24; --dim: #667080; --line: #d9dee5;
  --ok: #1a7f4b; --ok-back: #dcf5e6; --bad: #b42318; --bad-back: #fde3e0; --extra: #8a5a00; --extra-back: #fff1cf;
  --need: #175cd3; --need-back: #dfeaff; }
@media (prefers-color-scheme: dark) { :root { --page: #14171c; --card: #1c2128; --ink: #e6e9ee; --dim: #98a3b3; --line: #343c47;
  --ok: #5fd79a; --ok-back: #143524; --bad: #ff9d92; --bad-back: #43201d; --extra: #f2c661; --extra-back: #3d3113;
  --need: #8ab4ff; --need-back: #1b2f52; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem 4rem; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; }
h1 { margin: 0; font-size: 1.6rem; letter-spacing: -0.01em; }
h2 { margin: 0 0 0.5rem; font-size: 1rem; }
p { margin: 0.25rem 0 0; color: var(--dim); }
code, .place { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
.bar { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; margin: 1.25rem 0; }
.choice { display: inline-flex; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; background: var(--card); }
.choice button { border: 0; padding: 0.35rem 0.9rem; background: none; color: inherit; font: inherit; cursor: pointer; }
.choice button[aria-pressed="true"] { background: var(--need-back); color: var(--need); font-weight: 600; }
.card { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: separate; border-spacing: 0 4px; }
th { text-align: left; font-weight: 600; }
thead th { color: var(--dim); font-size: 0.85rem; text-transform: capitalize; }
tbody th { padding: 0.35rem 1rem 0.35rem 0; font-weight: 500; white-space: nowrap; }
td { width: 15rem; padding: 0 3px; }
.scope th { padding-top: 1rem; color: var(--dim); font-size: 0.8rem; letter-spacing: 0.06em; text-transform: uppercase; }
.cell { display: flex; width: 100%; min-height: 2.3rem; align-items: center; justify-content: space-between; gap: 0.5rem; padding: 0.2rem 0.7rem;
  border: 1px solid var(--line); border-radius: 8px; background: none; color: var(--dim); font: inherit; font-size: 0.9rem; text-align: left; white-space: nowrap; }
button.cell { cursor: pointer; }
button.cell:hover, button.cell[aria-expanded="true"] { outline: 2px solid var(--need); outline-offset: 1px; }
.ok { border-color: var(--ok); background: var(--ok-back); color: var(--ok); }
.missing { border-color: var(--bad); background: var(--bad-back); color: var(--bad); }
.excess { border-style: dashed; border-color: var(--extra); background: var(--extra-back); color: var(--extra); }
.needed { border-color: var(--need); background: var(--need-back); color: var(--need); }
.covered { border-style: dotted; }
.filtered { opacity: 0.35; }
.number { font-weight: 700; font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: 0.4rem; }
.legend .cell { width: auto; min-height: 0; padding: 0.05rem 0.6rem; }
ul { margin: 0; padding: 0; list-style: none; }
li { display: grid; grid-template-columns: minmax(12rem, 1fr) 2fr; gap: 0.1rem 1rem; padding: 0.3rem 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; }
.doubt { color: var(--ink); border-left: 4px solid var(--extra); padding-left: 0.75rem; }
.place, .note { color: var(--dim); }
.note { grid-column: 2; font-size: 0.85rem; }
[hidden] { display: none !important; }
@media (max-width: 40rem) { li { grid-template-columns: 1fr; } .note { grid-column: 1; } }
`;
