import { readdirSync } from "node:fs";

/** The widths of a phone, a tablet and a desktop. */
export const widths = [390, 768, 1440];

/** @returns the paths of all pages of a built site. */
export function pathsOf(dist) {
  return readdirSync(dist, { recursive: true })
    .filter((name) => name.endsWith(".html") && name !== "404.html")
    .map((name) => `/${name.replaceAll("\\", "/").replace(/(?:^|(?<=\/))index\.html$/u, "")}`)
    .sort();
}

/** Runs in the page. @returns markup problems: what screen readers and search engines would miss. */
function lookAtMarkup() {
  const problems = [];
  const description = document.querySelector('meta[name="description"]')?.content ?? "";
  if (document.title.length < 5) problems.push("has no title");
  if (description.length < 20) problems.push("has no description");
  if (!document.documentElement.lang) problems.push("has no language");
  for (const image of document.querySelectorAll("img")) if (!image.alt) problems.push(`has no text for ${image.src}`);
  let level = 0;
  const headings = [...document.querySelectorAll("main h1, main h2, main h3, main h4, .VPHome h1, .VPHome h2")];
  if (headings.filter(({ tagName }) => tagName === "H1").length > 1) problems.push("has two headings of level 1");
  for (const { tagName, textContent } of new Set(headings)) {
    const own = Number(tagName[1]);
    if (own > level + 1) problems.push(`skips to ${tagName} at "${textContent.trim().slice(0, 40)}"`);
    level = own;
  }
  return problems;
}

/** Runs in the page. @returns the texts with too little contrast to their background (WCAG 2.1, 1.4.3). */
function lookAtColours() {
  const toChannels = (colour) => (colour.match(/[\d.]+/gu) ?? []).map(Number);
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((each) => {
      const part = each / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const over = (top, below) => {
    const alpha = top[3] ?? 1;
    return [0, 1, 2].map((index) => top[index] * alpha + below[index] * (1 - alpha));
  };
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const own = toChannels(getComputedStyle(element).backgroundColor);
    return own[3] === 0
      ? behind(element.parentElement)
      : own[3] === undefined
        ? own
        : over(own, behind(element.parentElement));
  };
  const walker = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT);
  const found = new Map();
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    if (textContent.trim() === "" || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    const style = getComputedStyle(element);
    // Text that is a gradient, or is hidden from all but screen readers, has no colour of its own. The colours of code
    // in the playground are those of the editor's own themes.
    if (element.closest(".cm-line")) continue;
    if (style.webkitTextFillColor === "rgba(0, 0, 0, 0)" || element.getBoundingClientRect().width <= 1) continue;
    const back = behind(element);
    const [light, dark] = [luminance(over(toChannels(style.color), back)), luminance(back)].sort((a, b) => b - a);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < (isLarge ? 3 : 4.5))
      found.set(
        `${style.color} on ${back}`,
        `${ratio.toFixed(2)} "${textContent.trim().slice(0, 40)}" (${element.className || element.tagName})`,
      );
  }
  return [...found.values()];
}

/** Checks one page at each width. @returns the problems. */
export async function lookAtPage(page, address) {
  const problems = [];
  const said = (message) => message.type() === "error" && problems.push(`says ${message.text()}`);
  page.on("console", said);
  await page.goto(address, { waitUntil: "load" });
  problems.push(...(await page.evaluate(lookAtMarkup)));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) problems.push(`is ${wide} pixels too wide at ${width}`);
  }
  page.off("console", said);
  return problems;
}

/** @returns the texts of a page with too little contrast, in the light or the dark theme. */
export async function lookAtContrast(page, address) {
  const problems = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(address, { waitUntil: "load" });
    await page.waitForTimeout(300);
    problems.push(...(await page.evaluate(lookAtColours)).map((each) => `${colorScheme}: ${each}`));
  }
  return problems;
}
