// Draws the symbols of rule tables, which are empty boxes without an emoji font.

const signs = {
  "💼": ["enabled", "M3 8h18v12H3zM9 8V5h6v3"],
  "⚠️": ["warns", "M12 4 2 20h20zM12 10v5M12 17.5v.5"],
  "✅": ["recommended", "M4 12l6 6L20 6"],
  "🔒": ["strict", "M5 11h14v10H5zM8 11V8a4 4 0 0 1 8 0v3"],
  "🔧": ["fixable", "M4 20l9-9M12 7a5 5 0 0 1 7-3l-3 3 1 2 2 1 3-3a5 5 0 0 1-7 6"],
  "💡": ["suggestion", "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0v1h-7z"],
  "❌": ["wrong", "M5 5l14 14M19 5L5 19"],
  "📝": ["summary", "M5 3h14v18H5zM8 8h8M8 12h8M8 16h5"],
};
const any = new RegExp(Object.keys(signs).join("|"), "gu");

function draw(sign) {
  const [name, path] = signs[sign];
  return `<svg class="sign" role="img" aria-label="${name}" viewBox="0 0 24 24"><path d="${path}"/></svg>`;
}

/** Draws the symbols in the text of pages. */
export function drawnSigns(md) {
  const before = md.renderer.rules.text;
  md.renderer.rules.text = (...args) => before(...args).replace(any, draw);
}
