import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkJson, goodTable, main, makeFolder, fixableTable, runProgram, type Ran } from "../program";

/** Runs `check --fix` with code of the test's own in the same process, loaded first. */
function fixWith(folder: string, preload: string, ...paths: string[]): Ran {
  writeFileSync(join(folder, "preload.cjs"), preload);
  return runProgram(folder, ["check", "--fix", ...paths], {
    env: { NODE_OPTIONS: `--require ${join(folder, "preload.cjs")}` },
  });
}

const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");

describe("--fix", () => {
  test("leaves an edit alone that was made while it ran, and says so", () => {
    const folder = makeFolder({ "a.yaml": fixableTable, "b.yaml": fixableTable });
    const edited = `${fixableTable}# Typed meanwhile.\n`;
    const { status, stderr } = fixWith(
      folder,
      `const fs = require("node:fs"); const sync = fs.fsyncSync; let first = true;
      fs.fsyncSync = (file) => { if (first) fs.writeFileSync("a.yaml", ${JSON.stringify(edited)}); first = false; sync(file); };`,
      "a.yaml",
      "b.yaml",
    );
    expect(status).toBe(2);
    expect(stderr).toBe(
      "a.yaml: cannot be checked: is not fixed: it was changed by somebody else while it was checked; run --fix again\n",
    );
    expect(read(folder, "a.yaml")).toBe(edited);
    expect(read(folder, "b.yaml")).toBe(goodTable);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test.each(["openSync", "writeSync", "fsyncSync", "closeSync", "renameSync"])(
    "killed in %s, it leaves the old content or the new one",
    (name) => {
      const folder = makeFolder({ "a.yaml": fixableTable });
      const kill = (when: "before" | "after"): string | null =>
        spawnSync(
          process.execPath,
          [
            "-e",
            `const fs = require("node:fs"); const call = fs.${name}; let armed = false; const open = fs.openSync;
            fs.openSync = (path, flags, ...more) => { armed ||= flags === "wx"; return ${name === "openSync" ? "step" : "open"}(path, flags, ...more); };
            const step = (...args) => {
              if (!armed) return ${name === "openSync" ? "open" : "call"}(...args);
              if (${when === "before"}) process.kill(process.pid, "SIGKILL");
              ${name === "writeSync" ? "if (Buffer.isBuffer(args[1])) call(args[0], args[1].subarray(0, 10)); else" : ""} call(...args);
              process.kill(process.pid, "SIGKILL");
            };
            if (${name !== "openSync"}) fs.${name} = step;
            process.argv.splice(1, 0, "restraint"); require(${JSON.stringify(main)});`,
            "check",
            "--fix",
            "a.yaml",
          ],
          { cwd: folder },
        ).signal;
      for (const when of ["before", "after"] as const) {
        writeFileSync(join(folder, "a.yaml"), fixableTable);
        expect(kill(when)).toBe("SIGKILL");
        expect([fixableTable, goodTable]).toContain(read(folder, "a.yaml"));
      }
      // What was begun is taken away by the next run, and nobody else's files are.
      writeFileSync(join(folder, "a.yaml"), fixableTable);
      writeFileSync(join(folder, ".a.yaml.swp.tmp"), "an editor's");
      writeFileSync(join(folder, `.a.yaml.restraint-zz-${process.pid.toString(36)}-1.tmp`), "another machine's");
      expect(runProgram(folder, ["check", "--fix", "a.yaml"]).status).toBe(0);
      expect(readdirSync(folder).sort()).toEqual([
        `.a.yaml.restraint-zz-${process.pid.toString(36)}-1.tmp`,
        ".a.yaml.swp.tmp",
        "a.yaml",
      ]);
    },
  );

  test("on a full disk leaves the file as it is, and says so", () => {
    const long = `${fixableTable}${"# a line of words\n".repeat(20_000)}`;
    const folder = makeFolder({ "a.yaml": long });
    const { status, stderr } = spawnSync(
      "bash",
      ["-c", `ulimit -f 16; exec "$0" "$@"`, process.execPath, main, "check", "--fix", "a.yaml"],
      { cwd: folder, encoding: "utf8", env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" } },
    );
    expect(status).toBe(2);
    expect(stderr).toContain("a.yaml: cannot be checked: cannot be written: EFBIG");
    expect(read(folder, "a.yaml")).toBe(long);
    expect(readdirSync(folder)).toEqual(["a.yaml"]);
  });

  test("follows no link out of what was asked for", () => {
    const folder = makeFolder({ "outside/a.yaml": fixableTable, "inside/b.yaml": fixableTable });
    symlinkSync("../outside/a.yaml", join(folder, "inside/a.yaml"));
    symlinkSync("../outside", join(folder, "inside/linked"));
    for (const path of ["inside", "inside/**/*.yaml"]) {
      writeFileSync(join(folder, "inside/b.yaml"), fixableTable);
      const { status, stderr } = runProgram(join(folder, "inside"), [
        "check",
        "--fix",
        path === "inside" ? "." : "**/*.yaml",
      ]);
      expect(status).toBe(2);
      expect(stderr).toContain("a.yaml: cannot be checked: is not fixed: it is a link to ");
      expect(read(folder, "outside/a.yaml")).toBe(fixableTable);
      expect(read(folder, "inside/b.yaml")).toBe(goodTable);
    }
  });

  test("keeps links within it, and fixes what they lead to once", () => {
    const folder = makeFolder({ "b.yaml": fixableTable });
    symlinkSync("b.yaml", join(folder, "a.yaml"));
    expect(checkJson(folder, ["--fix", "."])).toMatchObject({ status: 0, stderr: "" });
    expect(lstatSync(join(folder, "a.yaml")).isSymbolicLink()).toBe(true);
    expect(read(folder, "b.yaml")).toBe(goodTable);
  });

  test("does not tear the names of one file apart", () => {
    const folder = makeFolder({ "a.yaml": fixableTable });
    mkdirSync(join(folder, "other"));
    linkSync(join(folder, "a.yaml"), join(folder, "other/a.yaml"));
    const { status, stderr } = runProgram(folder, ["check", "--fix", "a.yaml"]);
    expect(status).toBe(2);
    expect(stderr).toContain("a.yaml: cannot be checked: is not fixed: it has several names (hard links)");
    expect(read(folder, "a.yaml")).toBe(fixableTable);
  });

  test("keeps mode and owner", () => {
    const folder = makeFolder({ "a.yaml": fixableTable });
    const path = join(folder, "a.yaml");
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(path, 1234, 5678);
    chmodSync(path, 0o2764);
    const before = statSync(path);
    expect(checkJson(folder, ["--fix"]).status).toBe(0);
    const after = statSync(path);
    expect([after.mode, after.uid, after.gid]).toEqual([before.mode, before.uid, before.gid]);
    if (isRoot) expect(after.uid).toBe(1234);
    expect(read(folder, "a.yaml")).toBe(goodTable);
  });
});
