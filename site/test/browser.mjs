// Checks the pages of the built site, and clicks through its playground, in headless Chromium:
// `node test/browser.mjs [--pictures FOLDER]`
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { siteHandler } from "./static-files.mjs";
import { steps } from "./steps.mjs";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const browserPath = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path && existsSync(path));
const at = process.argv.indexOf("--pictures");
const pictures = at === -1 ? undefined : process.argv[at + 1];

async function main() {
  if (browserPath === undefined) {
    console.log("skipped: there is no Chromium here (apt-get install chromium, or name one in CHROMIUM)");
    return;
  }
  if (!existsSync(join(dist, "index.html"))) throw new Error("The site is not built: npm run site");
  const server = createServer(siteHandler(dist));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
  const origin = `http://127.0.0.1:${server.address().port}`;
  let failed = 0;
  for (const [name, step] of Object.entries(steps)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, permissions: [] });
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    // A loaded machine is slow, but not wrong.
    page.setDefaultTimeout(60_000);
    try {
      const said = await step({ page, origin, pictures });
      if (errors.length > 0) throw new Error(`The page has thrown: ${errors.join("; ")}`);
      console.log(`ok      ${name}${said ? `: ${said}` : ""}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}: ${error.message}`);
      if (pictures) await page.screenshot({ path: join(pictures, `failed-${failed}.png`) });
    }
    await context.close();
  }
  await browser.close();
  server.close();
  console.log(`${Object.keys(steps).length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

await main();
