import { spawnSync } from "node:child_process";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../../harness/fixtures";
import { isDrawn } from "../../../harness/runs";
import { makeFolder, type Ran, runProgram } from "../program";
import { ofApplication } from "./printed";

const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
);

let made: Ran | undefined;

/** The page of the sample application, made once. */
function page(): string {
  made ??= ofApplication("--format", "html");
  expect(made.status).toBe(0);
  return made.stdout;
}

describe("the page", () => {
  it("holds all it needs, and nothing of the source as markup", () => {
    const html = page();
    expect(html).not.toMatch(/<link|<img|<script src|@import|url\(|https?:\/\/(?!api\.example\.com)/);
    const folder = makeFolder({ "a.ts": 'void fetch("https://api.example.com/<script>alert(1)</script>/x");\n' });
    const other = runProgram(folder, ["permissions", "--format", "html"]).stdout;
    expect(other).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(other).not.toContain("<script>alert");
  });
});

/** Runs the page in a browser without a window; `act` is code that runs in it. */
function inBrowser(html: string, args: readonly string[], act = "", hash = ""): string {
  const folder = makeFolder({ "page.html": html.replace("</body>", `<script>${act}</script></body>`) });
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    `--user-data-dir=${folder}/profile`,
  ];
  // The browser makes a socket in the folder for temporary files, whose path has to be short.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "TMPDIR"));
  const { stdout, status, stderr } = spawnSync(
    browser ?? "",
    [...flags, ...args, `file://${folder}/page.html${hash}`],
    {
      encoding: "utf8",
      env: environment,
      timeout: 60_000,
      maxBuffer: 1 << 26,
    },
  );
  expect(status, stderr).toBe(0);
  return stdout;
}

function visiblePanels(dom: string): string[] {
  return [...dom.matchAll(/<section class="card" data-panel=""[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !tag.includes("hidden"))
    .map((tag) => /id="([^"]*)"/.exec(tag)?.[1] ?? "");
}

// Debian's package is called `chromium`; without a browser there is nothing in which the page could be looked at.
describe.skipIf(browser === undefined || !isDrawn(1 / 3))(
  "the page in Chromium (skipped where none is installed, and in two weeks of three)",
  () => {
    it("has a cell for each category and level, filled by need and grant", () => {
      const dom = inBrowser(page(), ["--dump-dom"]);
      const row = (title: string): string =>
        new RegExp(`<th scope="row">${title}</th>.*?</tr>`, "s").exec(dom)?.[0] ?? "";
      const states = (title: string): string[] =>
        [...row(title).matchAll(/class="cell (\w+)"/g)].map(([, state]) => state ?? "");
      expect(states("Issues")).toEqual(["ok", "ok"]);
      expect(states("Contents")).toEqual(["ok", "excess"]);
      expect(states("Team discussions")).toEqual(["missing", "none"]);
      expect(states("Code scanning alerts")).toEqual(["missing", "missing"]);
      expect(row("Contents")).toContain('<span class="number">8</span>');
      expect(visiblePanels(dom)).toEqual([]);
    });

    it("opens the calls behind a cell, one cell at a time", () => {
      const html = page();
      const click = (id: string): string => `document.querySelector('[data-calls="${id}"]').click();`;
      const opened = inBrowser(
        html,
        ["--dump-dom"],
        click("repository-contents-read") + click("repository-issues-write"),
      );
      expect(visiblePanels(opened)).toEqual(["repository-issues-write"]);
      expect(visiblePanels(inBrowser(html, ["--dump-dom"], "", "#open=organization-members-read"))).toEqual([
        "organization-members-read",
      ]);
      expect(visiblePanels(inBrowser(html, ["--dump-dom"], click("repository-issues-write").repeat(2)))).toEqual([]);
    });

    it("filters by token type", () => {
      const folder = makeFolder({
        "restraint.config.yaml": "tokens: { IAT: [botToken] }\n",
        "a.ts": `const send = (path: string, method: string, token: string) => fetch("https://api.example.com" + path, { method, headers: { Authorization: \`Bearer \${token}\` } });
export const a = (botToken: string) => send("/repos/a/b/topics", "PUT", botToken);
export const b = (token: string) => send("/user/repos", "POST", token);
`,
      });
      const html = runProgram(folder, ["permissions", "--format", "html"]).stdout;
      const act = `document.title = ["", "UAT", "IAT"].map((type) => {
      document.querySelector('[data-type="' + type + '"]').click();
      return document.querySelector('[data-calls="repository-administration-write"] .number').textContent;
    });`;
      expect(inBrowser(html, ["--dump-dom"], act)).toContain("<title>2,1,1</title>");
    });

    it("shows the categories without calls when asked", () => {
      const hidden = (dom: string): number => [...dom.matchAll(/<tr [^>]*data-rest[^>]*hidden/g)].length;
      const folder = makeFolder({ "a.ts": 'void fetch("https://api.example.com/repos/a/b/issues");\n' });
      const html = runProgram(folder, ["permissions", "--format", "html"]).stdout;
      // Ten categories, and the headings of two scopes.
      expect(hidden(inBrowser(html, ["--dump-dom"]))).toBe(12);
      expect(hidden(inBrowser(html, ["--dump-dom"], 'document.getElementById("rest").click();'))).toBe(0);
    });

    it("follows the system's light or dark setting", () => {
      const probe =
        'document.title = getComputedStyle(document.body).backgroundColor + " " + getComputedStyle(document.body).color;';
      const title = (args: readonly string[]): string | undefined =>
        /<title>(.*?)<\/title>/.exec(inBrowser(page(), ["--dump-dom", ...args], probe))?.[1];
      expect(title([])).toBe("rgb(246, 247, 249) rgb(27, 31, 36)");
      expect(title(["--blink-settings=preferredColorScheme=0"])).toBe("rgb(20, 23, 28) rgb(230, 233, 238)");
    });

    it("can be photographed, as docs/images shows it", () => {
      const folder = makeFolder({});
      writeFileSync(join(folder, "none"), "");
      inBrowser(
        page(),
        ["--window-size=1100,1500", `--screenshot=${folder}/page.png`],
        "",
        "#open=repository-issues-write",
      );
      expect(statSync(join(folder, "page.png")).size).toBeGreaterThan(50_000);
      expect(statSync(join(root, "docs/images/permissions-light.png")).size).toBeGreaterThan(50_000);
      expect(statSync(join(root, "docs/images/permissions-dark.png")).size).toBeGreaterThan(50_000);
    });
  },
);
