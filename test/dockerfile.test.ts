import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installCached } from "./cached-package";
import { root } from "./harness/fixtures";

const text = readFileSync(join(root, "Dockerfile"), "utf8");

test("the Dockerfile is one, and no instruction of it is doubtful", (context) => {
  const linter = installCached("dockerfile-utils", "0.16.3", "lib/main.js");
  context.skip(linter === undefined, "dockerfile-utils is not installed");
  const { validate } = createRequire(__filename)(linter ?? "") as {
    validate: (content: string) => readonly { readonly message: string }[];
  };
  const messagesOf = (content: string): readonly string[] => validate(content).map(({ message }) => message);
  expect(messagesOf(text)).toEqual([]);
  expect(messagesOf(text.replace("COPY --from=build", "COPY --form=build"))).toEqual(["Unknown flag: form"]);
  expect(messagesOf(text.replace("USER node", "USRE node"))).toEqual(["Unknown instruction: USRE"]);
});

test("what runs in the container is the program, as a user without rights, on what is mounted", () => {
  const last = text.slice(text.lastIndexOf("\nFROM"));
  expect(last).toMatch(/^USER node\nWORKDIR \/work\nENTRYPOINT \["restraint"\]\nCMD \["check"\]$/mu);
});
