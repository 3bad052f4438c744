import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { examplesOf } from "./examples.mjs";
import { root } from "./pages.mjs";

const { homepage } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const repository = homepage.replace(/#.*$/u, "");

/** VitePress does not add the site's base to links in raw HTML. */
const base = (process.env.RESTRAINT_SITE_BASE ?? "/").replace(/\/$/u, "");

/** Points links to files that are not pages at the repository. */
export function linksOutOfSite(md) {
  const before = md.renderer.rules.link_open;
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const href = token.attrGet("href") ?? "";
    const isLocal = href !== "" && !/^(?:[a-z]+:|\/|#)/u.test(href);
    const path = isLocal ? posix.join(posix.dirname(env.relativePath ?? ""), href.replace(/#.*$/u, "")) : "";
    if (isLocal && !path.endsWith(".md") && existsSync(join(root, path)))
      token.attrSet("href", `${repository}/blob/main/${path}`);
    // The site's own pages are at its root.
    const [, own] = /^site\/(\w+)\.md$/u.exec(path) ?? [];
    if (own !== undefined) token.attrSet("href", `/${own}`);
    return before ? before(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
  };
}

/** VitePress bundles pictures in HTML only if their address begins with a dot. */
export function relativePictures(md) {
  for (const rule of ["html_block", "html_inline"]) {
    const before = md.renderer.rules[rule];
    md.renderer.rules[rule] = (...args) => before(...args).replace(/\b(src|srcset)="(?![a-z]+:|[./])/gu, '$1="./');
  }
}

/** Adds a playground link after each example of a rule's page. */
export function tryItLinks(md) {
  const before = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const html = before(tokens, index, options, env, self);
    const rule = /(?:^|\/)docs\/rules\/([\w-]+)\.md$/u.exec(env.relativePath ?? "")?.[1];
    if (rule === undefined || rule === "index" || rule === "README") return html;
    const { content, map } = tokens[index];
    // VitePress removes braces after a fence's language.
    const example = examplesOf(rule).find(({ text }) => text === content);
    if (example === undefined || map === null) return html;
    return `${html}<p class="try-it"><a href="${base}${example.link}">Try it</a></p>\n`;
  };
}

/** Keeps `{{ }}` in a page as text: no page contains a Vue expression. */
export function plainBraces(md) {
  const before = md.renderer.rules.text;
  md.renderer.rules.text = (...args) => before(...args).replace(/\{\{/gu, "&#123;&#123;");
  md.renderer.rules.code_inline = (tokens, index, options, env, self) =>
    `<code v-pre${self.renderAttrs(tokens[index])}>${md.utils.escapeHtml(tokens[index].content)}</code>`;
}
