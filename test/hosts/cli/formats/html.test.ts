import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unreadable } from "../../../../src/hosts/cli/check/report";
import { html } from "../../../../src/hosts/cli/formats/html";
import { makeFolder } from "../program";
import { checked, finding, outputOf } from "./sample";

const chromium = ["chromium", "chromium-browser", "google-chrome"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

const lines = [{ number: 2, text: '<script>document.title = "bad"</script>', mark: [8, 16] as const }];
const page = html(
  outputOf([
    checked("src/<b>.ts", { findings: [finding({ frame: { lines } }), finding({ line: 9 })] }),
    checked("src/c.ts", {
      findings: [finding({ fixable: true }), finding({ rule: "valid-fields", severity: "warn" })],
    }),
    unreadable("d.yaml", { message: "is a binary file" }),
  ]),
);

test("groups findings by rule, the most frequent first, and by file, and names what could not be checked", () => {
  expect([...page.matchAll(/<section id="([^"]+)">/gu)].map(([, id]) => id)).toEqual([
    "no-array-in-patch",
    "valid-fields",
  ]);
  expect(
    [...page.matchAll(/<summary>(\S+) <small>(\d)/gu)].map(([, file, count]) => `${file ?? ""} ${count ?? ""}`),
  ).toEqual(["src/&lt;b&gt;.ts 2", "src/c.ts 1", "src/c.ts 1"]);
  expect(page).toContain("d.yaml: is a binary file");
});

test("code in sentences is shown as code", () => {
  const message = "Send `a <b>` instead.";
  const shown = html(outputOf([checked("a.ts", { findings: [finding({ message })] })]));
  expect(shown).toContain("Send <code>a &lt;b&gt;</code> instead.");
});

test("loads nothing, and takes no code from what it shows", () => {
  expect(page).not.toMatch(/<script|<link|<img|\bsrc=|url\(|@import/u);
  expect(page).toContain("&lt;script&gt;<mark>document</mark>.title");
});

test("a browser shows it as it is meant", { timeout: 120_000 }, (context) => {
  context.skip(chromium === undefined, "there is no Chromium here: apt-get install chromium");
  const folder = makeFolder({});
  writeFileSync(join(folder, "report.html"), page);
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", `file://${join(folder, "report.html")}`];
  // The browser makes a socket in the folder for temporary files, whose path has to be short.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "TMPDIR"));
  const env = { ...environment, HOME: folder };
  const { stdout, stderr } = spawnSync(chromium ?? "", args, { encoding: "utf8", env, timeout: 100_000 });
  expect(/<title>(.*?)<\/title>/u.exec(stdout)?.[1], stderr).toBe("restraint: 3 errors, 1 warning");
  expect(stdout.match(/<article /gu)).toHaveLength(4);
  expect(stdout.match(/<mark>/gu)).toHaveLength(4);
  // Every element that is opened is closed where it should be: the browser moved none.
  expect(
    stdout.match(/<section[^>]*>.*?<\/section>/gsu)?.map((section) => section.match(/<article/gu)?.length),
  ).toEqual([3, 1]);
});
