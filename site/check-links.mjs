// Fails on links of the built site to a missing page or a missing anchor.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Parser } from "htmlparser2";

const dist = fileURLToPath(new URL("dist", import.meta.url));
const base = process.env.RESTRAINT_SITE_BASE ?? "/";

/** @returns the anchors and the links of a page. */
function readPage(path) {
  const places = new Set();
  const links = new Set();
  const parser = new Parser({
    onopentag(_, { id, href, src, srcset }) {
      if (id !== undefined) places.add(id);
      for (const link of [href, src, srcset]) if (link) links.add(link);
    },
  });
  parser.end(readFileSync(path, "utf8"));
  return { places, links };
}

/** @returns the file that a static host would answer with; `undefined` if there is none. */
function fileAt(path) {
  const inside = join(dist, decodeURIComponent(path).slice(base.length - 1));
  return [inside, join(inside, "index.html"), `${inside}.html`].find(
    (each) => existsSync(each) && statSync(each).isFile(),
  );
}

const pages = new Map(
  readdirSync(dist, { recursive: true })
    .filter((name) => name.endsWith(".html") && name !== "404.html")
    .map((name) => [join(dist, name), readPage(join(dist, name))]),
);
let count = 0;
const broken = [];
for (const [page, { links }] of pages) {
  const address = `http://site${base}${relative(dist, page)}`;
  for (const link of links) {
    const { origin, pathname, hash } = new URL(link, address);
    // External links are not checked.
    if (origin !== "http://site") continue;
    count += 1;
    const target = fileAt(pathname);
    const place = decodeURIComponent(hash.slice(1));
    // A playground link ends with its content.
    const isFound =
      target !== undefined &&
      (place === "" || pathname.endsWith("/playground.html") || pages.get(target)?.places.has(place));
    if (!isFound) broken.push(`${relative(dist, page)}: ${link}`);
  }
}
for (const each of broken) console.error(each);
console.log(`${pages.size} pages, ${count} links, ${broken.length} broken`);
if (broken.length > 0) process.exitCode = 1;
