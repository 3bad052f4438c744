import { fileURLToPath } from "node:url";
import { slug } from "github-slugger";
import { defineConfig } from "vitepress";
import { linksOutOfSite, plainBraces, relativePictures, tryItLinks } from "./markdown.mjs";
import { navigation, sidebar } from "./pages.mjs";
import { drawnSigns } from "./signs.mjs";

const icon =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#3451b2'/><path d='M8 12h16' stroke='#fff' stroke-width='3' stroke-linecap='round'/><path d='M7 21q2.2-4 4.5 0t4.5 0 4.5 0 4.5 0' fill='none' stroke='#ff8a7a' stroke-width='2.5' stroke-linecap='round'/></svg>";

// The pages are the repository's own, in place: a link that works there works here.
export default defineConfig({
  title: "Restraint",
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  description: "Keeps client code and manifests within a REST service's contract.",
  // For a site below the root of a host: RESTRAINT_SITE_BASE=/restraint/ npm run site
  base: process.env.RESTRAINT_SITE_BASE ?? "/",
  srcDir: "..",
  srcExclude: ["{bench,dist,fixtures,rules,src,test,node_modules,.github}/**", "site/{node_modules,build}/**"],
  outDir: "dist",
  cacheDir: ".vitepress/cache",
  rewrites: { "README.md": "start.md", "docs/rules/README.md": "docs/rules/index.md", "site/:page": ":page" },
  lastUpdated: false,
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // Slugs as on the repository's host, so that a link to a heading works in both places.
    anchor: { slugify: slug },
    config(md) {
      md.use(linksOutOfSite).use(relativePictures).use(tryItLinks).use(plainBraces).use(drawnSigns);
    },
  },
  themeConfig: {
    nav: navigation,
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
  },
  vite: {
    plugins: [vueOfSite()],
    // Relative to the site's folder, not to that of the pages.
    publicDir: fileURLToPath(new URL("../build", import.meta.url)),
    build: { chunkSizeWarningLimit: 1000 },
  },
});

/** Pages become components that import Vue, but lie outside of the folder in which Vue is installed. */
function vueOfSite() {
  const site = fileURLToPath(new URL("../package.json", import.meta.url));
  return {
    name: "vue-of-site",
    enforce: "pre",
    resolveId(id, importer, options) {
      if (!/^vue(?:$|\/)/u.test(id) || importer === site) return null;
      return options.ssr ? { id, external: true } : this.resolve(id, site, { ...options, skipSelf: true });
    },
  };
}
