import { describe, expect, it } from "vitest";
import { makeFolder, runProgram } from "../program";

interface PrintedEntry {
  readonly scope: string;
  readonly category: string;
  readonly path: string;
  readonly match?: string;
}

describe("restraint endpoints", () => {
  it("prints the whole map in document order", () => {
    const { status, stdout, stderr } = runProgram(makeFolder({}), ["endpoints", "--format", "json"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const entries = JSON.parse(stdout) as readonly PrintedEntry[];
    expect(entries).toHaveLength(541);
    expect(entries[0]).toEqual({
      scope: "enterprise",
      category: "Enterprise organization installations",
      access: "write",
      method: "POST",
      path: "/enterprises/{enterprise}/apps/organizations/{org}/installations",
      tokens: ["UAT", "IAT"],
      additional: false,
    });
    expect(entries.at(-1)).toMatchObject({
      category: "Issues",
      path: "/repos/{owner}/{repo}/issues/events/{event_id}",
    });
  });

  it("looks up a method and a path", () => {
    const folder = makeFolder({});
    expect(runProgram(folder, ["endpoints", "post", "/user/repos"])).toEqual({
      status: 0,
      stdout: "POST  /user/repos  repository.administration  write  UAT\n",
      stderr: "",
    });
    expect(runProgram(folder, ["endpoints", "GET", "/repos/acme/shop/releases/{id}"]).stdout).toBe(
      [
        "GET  /repos/{owner}/{repo}/releases/{release_id}  repository.contents  read  UAT or IAT\n",
        "GET  /repos/{owner}/{repo}/releases/latest        repository.contents  read  UAT or IAT  possibly\n",
      ].join(""),
    );
    const { stdout } = runProgram(folder, ["endpoints", "/repos/a/b/forks", "--format", "json"]);
    expect(
      (JSON.parse(stdout) as readonly PrintedEntry[]).map(({ category, match }) => `${category} ${String(match)}`),
    ).toEqual(["Administration certain", "Contents certain"]);
  });

  it("takes method and path in one argument, and whole URLs", () => {
    const folder = makeFolder({});
    const answer = "PATCH  /repos/{owner}/{repo}  repository.administration  write  UAT or IAT\n";
    for (const words of [
      ["PATCH /repos/acme/shop"],
      ["patch  https://api.example.com/repos/acme/shop?x=1"],
      ["PATCH", "https://api.example.com/api/v3/repos/acme/shop/"],
      ["PATCH", "/v1/repos/acme/shop"],
      ["PATCH", "/repos/{full_name}"],
    ])
      expect(runProgram(folder, ["endpoints", ...words])).toEqual({ status: 0, stdout: answer, stderr: "" });
    const based = makeFolder({
      "restraint.config.yaml":
        'service: { baseUrls: ["https://api.example.com", "https://api.example.com/shop/v9"] }\n',
    });
    expect(runProgram(based, ["endpoints", "PATCH https://api.example.com/shop/v9/repos/acme/shop"]).stdout).toBe(
      answer,
    );
    expect(runProgram(based, ["endpoints", "PATCH https://api.example.com/shop/repos/acme/shop"]).status).toBe(2);
  });

  it.each([
    ["POST /user/repo", "does not list POST /user/repo; it is not complete. Did you mean /user/repos?"],
    ["POST /usre/repos", "does not list POST /usre/repos; it is not complete. Did you mean /user/repos?"],
    [
      "GET /repos/acme/shop/isues",
      "does not list GET /repos/acme/shop/isues; it is not complete. Did you mean /repos/acme/shop/issues?",
    ],
    ["/org/acme/membres", "does not list /org/acme/membres; it is not complete. Did you mean /orgs/acme/members?"],
    [
      "GET /repos/acme/shop",
      "does not list GET /repos/acme/shop; it is not complete. It lists this path with DELETE, PATCH.",
    ],
    ["GTE /repos/acme/shop/issues", "has no method GTE. It has POST, DELETE, PATCH, GET, PUT."],
    ["PTACH /repos/acme/shop", "has no method PTACH. Did you mean PATCH?"],
    ["/nothing/like/it", "does not list /nothing/like/it; it is not complete."],
  ])("says that %s does not exist, names the nearest, and ends with 2", (question, answer) => {
    const expected = { status: 2, stdout: "", stderr: `The permission map ${answer}\n` };
    expect(runProgram(makeFolder({}), ["endpoints", question])).toEqual(expected);
    expect(runProgram(makeFolder({}), ["endpoints", question, "--format", "json"])).toEqual({
      ...expected,
      stdout: "[]\n",
    });
  });

  it("heeds the configuration, and ends with 2 when that is wrong", () => {
    const folder = makeFolder({ "restraint.config.yaml": "aliases: { automation: actions }\n" });
    expect(runProgram(folder, ["endpoints", "GET", "/repos/a/b/actions/runs"]).stdout).toMatch(
      /^GET {2}\/repos\/\{owner\}\/\{repo\}\/automation\/runs /,
    );
    const broken = makeFolder({ "restraint.config.yaml": "alias: {}\n" });
    const { status, stdout, stderr } = runProgram(broken, ["endpoints", "POST", "/user/repos"]);
    expect(status).toBe(2);
    expect(stdout).toBe("POST  /user/repos  repository.administration  write  UAT\n");
    expect(stderr).toBe(
      `${broken}/restraint.config.yaml:1:1: error: There is no key \`alias\`. Did you mean \`aliases\`?\n`,
    );
  });

  it.each([[["/a", "GET"]], [["GET", "/a", "b"]]])("refuses %j", (args) => {
    expect(runProgram(makeFolder({}), ["endpoints", ...args]).status).toBe(2);
  });
});

describe("restraint kinds", () => {
  it("prints a kind as a table", () => {
    const folder = makeFolder({ "restraint.config.yaml": "groups: { a: { name: timestream.example.dev } }\n" });
    const { status, stdout } = runProgram(folder, ["kinds", "Table"]);
    expect(status).toBe(0);
    const lines = stdout.split("\n").map((line) => line.replace(/ +/g, " "));
    expect(lines[0]).toBe("Table timestream.example.dev/v1alpha1");
    expect(lines).toContain(" tableName required string table_name");
    expect(lines).toContain(" bucketName string bucket_name since v0.5.0");
    expect(lines).toContain(" memoryStoreRetentionPeriodInHours required int64 memory_store_retention_period_in_hours");
    expect(lines).toContain(" state as resource");
  });

  it("prints all as data", () => {
    const { stdout } = runProgram(makeFolder({}), ["kinds", "--format", "json"]);
    const data = JSON.parse(stdout) as readonly {
      readonly kind: string;
      readonly fields: readonly { readonly path: string }[];
    }[];
    expect(data.map(({ kind }) => kind)).toEqual(["Database", "Table", "Application", "Function", "InvokeFunction"]);
    expect(data[2]?.fields).toContainEqual({
      path: "spec.resource.imagePolicyConfig.keyDetails[].kmsKeyID",
      type: "string",
      required: true,
      underlyingName: "kms_key_id",
    });
  });

  it("prints a schema", () => {
    const schema = JSON.parse(runProgram(makeFolder({}), ["kinds", "Function", "--format", "json-schema"]).stdout) as {
      readonly definitions: object;
    };
    expect(Object.keys(schema.definitions)).toEqual(["Function", "FunctionList"]);
  });

  it("names what may be meant", () => {
    expect(runProgram(makeFolder({}), ["kinds", "Tabel"])).toEqual({
      status: 2,
      stdout: "",
      stderr: "restraint: there is no kind Tabel; did you mean Table?\n",
    });
  });
});
