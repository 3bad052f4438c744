import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lookAtContrast, lookAtPage, pathsOf } from "./pages.mjs";

const editor = (page, label) => page.locator(`.cm-content[aria-label="${label}"]`);
const findings = (page) => page.locator(".findings li");
const rules = (page) => page.locator(".findings a").allTextContents();

const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** Replaces the text of an editor, as a paste does. */
async function paste(page, label, text) {
  await editor(page, label).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

async function openPlayground(page, origin, hash = "") {
  await page.goto(`${origin}/playground.html${hash}`);
  await page.locator(".times[data-first]").waitFor();
}

async function openTab(page, name) {
  await page.getByRole("tab", { name }).click();
  await page.locator(".times[data-first]").waitFor();
}

const typed = (page) => page.locator(".times", { hasText: "with types" }).waitFor();
const gone = (page, rule) =>
  page.waitForFunction((name) => !document.querySelector(".findings")?.textContent.includes(name), rule);

/** A description that a service publishes. */
const description = `openapi: 3.0.3
info: { title: Orders, version: "1" }
servers: [{ url: https://api.example.com/v1 }]
paths:
  /orders:
    get:
      parameters: [{ name: state, in: query, schema: { type: string, enum: [open, closed] } }]
      responses: { "200": { description: ok } }
  /orders/{id}:
    post:
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [count], properties: { count: { type: integer } } }
      responses: { "200": { description: ok } }
`;

/** Code with one mistake below each part of it. */
const described = `const headers = { Authorization: "Bearer t", "Content-Type": "application/json" };
await fetch("https://api.example.com/v1/orders?state=lost", { headers });
await fetch("https://api.example.com/v1/orders/1", { method: "POST", headers, body: JSON.stringify({ count: "two" }) });
await fetch("https://api.example.com/v1/customers", { headers });
`;

/** The actions of a user on the site, each on a new page. */
export const steps = {
  async "the first findings come without a server"({ page, origin, pictures }) {
    await openPlayground(page, origin);
    const first = await page.locator(".times").getAttribute("data-first");
    await typed(page);
    const found = await rules(page);
    for (const rule of [
      "valid-fields",
      "bearer-authorization",
      "no-array-in-patch",
      "no-undefined-in-patch",
      "require-if-match",
    ])
      assert.ok(found.includes(rule), `${rule} is not among ${found}`);
    assert.ok((await page.locator(".cm-lintRange-error").count()) > 0, "nothing is underlined");
    assert.match(await page.locator(".requests").innerText(), /PATCH \/products\/\{id\}/u);
    if (pictures) await page.screenshot({ path: join(pictures, "code-desktop.png") });
    return `first finding after ${Math.round(first)} ms`;
  },

  async "an edit is answered while typing"({ page, origin }) {
    await openPlayground(page, origin);
    await typed(page);
    const times = [];
    for (const tag of ["one", "two", "three", "four", "five"]) {
      await paste(
        page,
        "Code",
        `fetch("https://api.example.com/v1/products/${tag}?fields=,a", { headers: { Authorization: "token t" } });\n`,
      );
      await page.locator(".requests", { hasText: `/products/${tag}` }).waitFor();
      times.push(Number(await page.locator(".times").getAttribute("data-last")));
    }
    assert.deepEqual(await rules(page), ["valid-fields", "bearer-authorization"]);
    times.sort((a, b) => a - b);
    return `answers after ${Math.round(times[0])} to ${Math.round(times.at(-1))} ms`;
  },

  async "a fix is clicked, and undone"({ page, origin }) {
    await openPlayground(page, origin);
    await page
      .locator(".findings li", { hasText: "bearer-authorization" })
      .getByRole("button", { name: "Fix" })
      .click();
    await gone(page, "bearer-authorization");
    assert.match(await editor(page, "Code").innerText(), /Bearer \$\{token\}/u);
    await page.keyboard.press("Control+Z");
    await page.locator(".findings a", { hasText: "bearer-authorization" }).waitFor();
  },

  async "a call that is not known says why"({ page, origin }) {
    await openPlayground(page, origin);
    await paste(
      page,
      "Code",
      'declare const http: any;\nhttp.patch("/products/1", { a: 1 });\nfetch(globalThis.whatever.url);\n',
    );
    await page.locator(".requests", { hasText: "the URL is not known" }).waitFor();
    await page.locator(".requests", { hasText: "http.patch()" }).waitFor();
  },

  async "a mistake in the configuration is shown"({ page, origin }) {
    await openPlayground(page, origin);
    await page.locator(".configuration summary").click();
    await paste(page, "Configuration", "servise: {}\n");
    await page.locator(".configuration .failure", { hasText: "service" }).waitFor();
  },

  async "manifests are checked and fixed"({ page, origin, pictures }) {
    await openPlayground(page, origin);
    await openTab(page, "Manifests");
    await page.locator(".findings a", { hasText: "valid-kind-values" }).waitFor();
    const found = await rules(page);
    for (const rule of ["no-unknown-kind-fields", "valid-kind-values", "no-ambiguous-scalars"])
      assert.ok(found.includes(rule), `${rule} is not among ${found}`);
    if (pictures) await page.screenshot({ path: join(pictures, "manifests-desktop.png") });
    await page
      .locator(".findings li", { hasText: "no-unknown-kind-fields" })
      .getByRole("button", { name: "Fix" })
      .click();
    await gone(page, "no-unknown-kind-fields");
    assert.match(await editor(page, "Manifest").innerText(), /displayName: greet/u);
  },

  async "a selector lights up a response"({ page, origin, pictures }) {
    await openPlayground(page, origin);
    await openTab(page, "Selector");
    await page.locator(".lit", { hasText: "4900" }).first().waitFor();
    assert.equal(await page.locator(".lit", { hasText: "Lamp" }).count(), 0);
    await paste(page, "Selector", "data/items(id)");
    await page.locator(".findings", { hasText: "wrapper" }).waitFor();
    assert.equal(await page.locator(".lit").count(), 0, "a refused selector selects nothing");
    await page.getByText('"Lamp"').click();
    await page.getByText("12900").click();
    await page.locator(".smallest code", { hasText: "items(name,price/amount)" }).waitFor();
    await page.locator(".lit", { hasText: "Chair" }).first().waitFor();
    if (pictures) await page.screenshot({ path: join(pictures, "selector-desktop.png") });
  },

  async "a definition becomes a contract that counts at once"({ page, origin, pictures }) {
    await openPlayground(page, origin);
    await openTab(page, "Contract");
    await page.locator('.cm-content[aria-label="Contract"]', { hasText: "kind: Greeting" }).waitFor();
    if (pictures) await page.screenshot({ path: join(pictures, "contract-desktop.png") });
    await page.getByRole("button", { name: "Check a manifest under it" }).click();
    await page.locator(".findings a", { hasText: "no-unknown-kind-fields" }).waitFor();
    assert.match(await page.locator(".findings").innerText(), /colour/u);
    assert.equal(await page.locator(".configuration .failure").count(), 0);
  },

  async "a pasted OpenAPI description checks the code at once"({ page, origin, pictures }) {
    await openPlayground(page, origin);
    await openTab(page, "Contract");
    await paste(page, "Source", description);
    await page.getByText("Made of an OpenAPI description").waitFor();
    await page.locator('.cm-content[aria-label="Contract"]', { hasText: "/orders/{id}" }).waitFor();
    if (pictures) await page.screenshot({ path: join(pictures, "openapi-desktop.png") });
    await page.getByRole("button", { name: "Check code under it" }).click();
    await paste(page, "Code", described);
    await page.locator(".findings a", { hasText: "valid-body" }).waitFor();
    assert.deepEqual(await rules(page), ["valid-query", "valid-body", "known-endpoint"]);
    assert.equal(await page.locator(".configuration .failure").count(), 0);
  },

  async "a link brings back what was shared"({ page, origin }) {
    await openPlayground(page, origin);
    await paste(page, "Code", 'fetch("https://api.example.com/v1/shared");\n');
    await page.locator(".requests", { hasText: "/shared" }).waitFor();
    await page.locator(".share").click();
    await page.waitForFunction(() => location.hash.length > 10);
    const { hash } = new URL(page.url());
    await page.goto("about:blank");
    await openPlayground(page, origin, hash);
    await page.locator(".requests", { hasText: "/shared" }).waitFor();
  },

  async "a broken link shows the samples"({ page, origin }) {
    await openPlayground(page, origin, "#AAAA////nonsense");
    assert.ok((await findings(page).count()) > 0);
  },

  async "an example of a rule's page is tried"({ page, origin }) {
    await page.goto(`${origin}/docs/rules/complete-put.html`);
    await page.locator(".try-it a").first().click();
    await page.locator(".findings a", { hasText: "complete-put" }).waitFor();
  },

  async "the pages are searched"({ page, origin, pictures }) {
    await page.goto(`${origin}/`);
    if (pictures) await page.screenshot({ path: join(pictures, "home-desktop.png") });
    await page.locator(".VPNavBarSearch button").first().click();
    await page.locator("#localsearch-input").fill("If-Match");
    await page.locator(".results li", { hasText: "require-if-match" }).first().waitFor();
  },

  async "the first page shows a finding, whose fix is clicked"({ page, origin }) {
    await page.goto(`${origin}/`);
    await page.getByRole("button", { name: "Select files/size" }).click();
    await page.locator(".first-finding .verdict", { hasText: "No findings" }).waitFor();
    assert.match(await page.locator(".first-finding pre").innerText(), /files\(id,name,size\)/u);
    await page.getByRole("link", { name: "Try it here" }).click();
    await page.locator(".times[data-first]").waitFor();
  },

  async "each page has a title, texts for pictures and headings in order, and fits each screen"({ page, origin }) {
    const problems = [];
    const paths = pathsOf(dist);
    for (const path of paths)
      for (const problem of await lookAtPage(page, `${origin}${path}`)) problems.push(`${path} ${problem}`);
    assert.deepEqual(problems, []);
    return `${paths.length} pages`;
  },

  async "pages are easy to read, in the light and in the dark"({ page, origin }) {
    const problems = [];
    const paths = ["/", "/start.html", "/docs/configuration.html", "/docs/rules/", "/docs/rules/valid-fields.html"];
    for (const path of [...paths, "/docs/comparison.html", "/playground.html"])
      for (const problem of await lookAtContrast(page, `${origin}${path}`)) problems.push(`${path} ${problem}`);
    assert.deepEqual(problems, []);
  },

  async "it fits a phone, in the dark"({ page, origin, pictures }) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    const pages = ["/", "/docs/rules/valid-fields.html", "/docs/comparison.html", "/docs/case-studies.html"];
    for (const [index, path] of [...pages, "/playground.html"].entries()) {
      await page.goto(`${origin}${path}`);
      await page.waitForTimeout(500);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
      if (pictures) await page.screenshot({ path: join(pictures, `page-${index}-phone.png`) });
    }
    await page.locator(".times[data-first]").waitFor();
    if (pictures) await page.screenshot({ path: join(pictures, "code-phone.png"), fullPage: true });
    for (const name of ["Manifests", "Selector", "Contract"]) {
      await openTab(page, name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the tab ${name} is ${wide} pixels too wide`);
      if (pictures) await page.screenshot({ path: join(pictures, `${name}-phone.png`), fullPage: true });
    }
  },
};
