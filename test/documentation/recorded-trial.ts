import { expect } from "vitest";
import { fresh, shell } from "./fresh-project";
import type { Trial } from "./trials";

const base = "https://api.example.com";
const code = `const base = "${base}";
export const list = () => fetch(\`\${base}/widgets?limit=5\`);
export const show = (id: string) => fetch(\`\${base}/widgets/\${id}\`);
export const make = () => fetch(\`\${base}/widgets\`, { method: "POST" });
`;
const requests = [
  ["GET", "/widgets?page=2"],
  ["GET", "/widgets"],
  ["GET", "/widgets/1"],
  ["DELETE", "/widgets/1"],
  ["DELETE", "/widgets/2"],
  ["GET", "/widgets/3"],
];

/** Compares what is printed for a recording with what the page shows. */
export const recordedTrial: Trial = async (text) => {
  const entries = requests.map(([method, path]) => ({ request: { method, url: `${base}${path}` } }));
  const folder = fresh({
    "traffic.har": JSON.stringify({ log: { entries } }),
    "src/api.ts": code,
    "contract.yaml": JSON.stringify({
      endpoints: { "GET /widgets": {}, "POST /widgets": {}, "GET /widgets/{id}": {}, "DELETE /widgets/{id}": {} },
    }),
    "restraint.config.yaml": `service: { baseUrls: ["${base}"] }\nbuiltin: false\ncontract: [contract.yaml]\n`,
  });
  const { status, output } = await shell(
    folder,
    "node_modules/.bin/restraint check --recorded traffic.har -- src/api.ts",
  );
  expect(output).toBe(text);
  expect(status).toBe(1);
};
