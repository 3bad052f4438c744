import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseDataFile } from "../../../contract/file/data-file";
import { mostBytes, readRegularText, tryReadText } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";
import { systemMessage } from "../check/read";
import { filesBelow } from "./files-below";
import { isObject } from "../../../value/plain-object";

/** A published description of a service. */
export interface DescribedFile {
  /** Absolute. */
  readonly path: string;
  /** For messages. */
  readonly file: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The kind of description that an import reads. */
export interface Sought {
  /** For messages: `OpenAPI description`. */
  readonly noun: string;
  /** Matches the text of a file in a folder if it may be such a description. */
  readonly looksLike: RegExp;
  /** @returns why the content of a file is not such a description. */
  refuse(value: Readonly<Record<string, unknown>>): string | undefined;
}

export interface DescribedFiles {
  readonly files: readonly DescribedFile[];
  /** One sentence for each file or folder without a description. */
  readonly failures: readonly string[];
}

/** Folders that are not searched. */
const foreign = new Set(["node_modules", ".git"]);

/** Reads descriptions from files and folders. Never throws. */
export function readDescribedFiles(paths: readonly string[], cwd: string, sought: Sought): DescribedFiles {
  const files: DescribedFile[] = [];
  const failures: string[] = [];
  for (const given of paths) {
    if (/^[a-z]+:\/\//iu.test(given)) {
      failures.push(
        `${given} is a URL, and nothing is fetched. Save it (curl -fLo description.json ${given}), and name the file.`,
      );
      continue;
    }
    const path = resolve(cwd, given);
    const file = relative(cwd, path) || ".";
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) failures.push(`${file}: there is no such file.`);
    else if (!stats.isDirectory()) read(path, file, sought, files, failures);
    else {
      const { files: all, unread } = filesBelow(path, (name) => foreign.has(name));
      const found = all.filter((each) => sought.looksLike.test(tryReadText(each, mostBytes.manifest) ?? ""));
      failures.push(...unread.map((link) => `${relative(cwd, link.path)}: ${link.reason}.`));
      if (found.length + unread.length === 0)
        failures.push(`${file}: no file in this folder is an ${sought.noun}.`.replace("an Google", "a Google"));
      for (const each of found) read(each, relative(cwd, each), sought, files, failures);
    }
  }
  return { files, failures };
}

function read(path: string, file: string, sought: Sought, files: DescribedFile[], failures: string[]): void {
  try {
    const data = parseDataFile(path, stripByteOrderMark(readRegularText(path, mostBytes.manifest)).text);
    const [problem] = data.problems;
    const { value } = data;
    if (problem) failures.push(`${file}:${problem.line}:${problem.column}: ${problem.message}`);
    else if (value === null) failures.push(`${file}: the file is empty.`);
    else if (!isObject(value)) failures.push(`${file}: this is no ${sought.noun}.`);
    else {
      const refused = sought.refuse(value);
      if (refused === undefined) files.push({ path, file, value });
      else failures.push(`${file}: ${refused}`);
    }
  } catch (error) {
    failures.push(`${file}: ${systemMessage(error)}`);
  }
}
