import { expect, test } from "vitest";
import { makeFolder, runProgram } from "../program";

test("`restraint requests` names no host that it has not seen", () => {
  const configuration = "service: { baseUrls: [https://api.example.com] }\n";
  const code = `export const load = (base: string, tenant: string) => {
  void fetch(\`\${base}/x\`);
  void fetch(\`https://\${tenant}.example.com/x\`);
};
`;
  const { stdout } = runProgram(makeFolder({ "restraint.config.yaml": configuration, "load.ts": code }), [
    "requests",
    "load.ts",
  ]);
  expect(stdout).toContain("https://{tenant}.example.com");
  expect(stdout).not.toContain("hosts seen");
});
