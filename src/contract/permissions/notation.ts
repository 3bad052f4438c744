import type { Access, PermissionEntry, TokenType } from "../contract";

/** Token types of the built-in map. Every line has both unless marked `(U)`. */
const bothTokens: readonly TokenType[] = ["UAT", "IAT"];
const userTokenOnly: readonly TokenType[] = ["UAT"];

/** Lines with the same access level and prefix. */
export interface Block {
  readonly access: Access;
  readonly prefix: string;
  readonly lines: string;
  /** The token types of unmarked lines; absent: both of the built-in map. */
  readonly tokens?: readonly TokenType[];
}

/** @returns a block of read-level lines. With an empty prefix, the lines contain full paths. */
export function read(prefix: string, lines: string): Block {
  return { access: "read", prefix, lines };
}

/** @returns a block of write-level lines. With an empty prefix, the lines contain full paths. */
export function write(prefix: string, lines: string): Block {
  return { access: "write", prefix, lines };
}

/**
 * Expands the blocks of a category to entries, in order.
 *
 * Each line contains one or more groups of endpoints, separated by `;`. A group is a list of methods and a list of paths, each separated by commas. Every
 * method is combined with every path: all methods of the first path, then all of the second. Marks may follow a path: `*` additional permissions, `(U)` user
 * tokens only, `twice` listed twice. `(itself)` is the bare prefix.
 *
 * @throws {Error} on a line that does not follow this notation.
 */
export function expandCategory(scope: string, category: string, ...blocks: readonly Block[]): PermissionEntry[] {
  return blocks.flatMap(({ access, prefix, lines, tokens = bothTokens }) =>
    lines
      .split(/[\n;]/)
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .flatMap((line) =>
        expandLine(line, tokens).map(({ suffix, ...entry }) => ({
          scope,
          category,
          access,
          ...entry,
          path: prefix + suffix,
        })),
      ),
  );
}

type Line = Pick<PermissionEntry, "method" | "tokens" | "additional"> & { readonly suffix: string };

const pathWithMarks = /^(?<path>\/\S*|\(itself\))(?<marks>(?: (?:\*|\(U\)|twice))*)$/;

function expandLine(line: string, tokens: readonly TokenType[]): Line[] {
  const [head, methodList] = /^([A-Z]+(?:, [A-Z]+)*) /.exec(line) ?? [];
  if (head === undefined || methodList === undefined) throw new Error(`No method in: ${line}`);
  return line
    .slice(head.length)
    .split(", ")
    .flatMap((item) => {
      const { path, marks = "" } = pathWithMarks.exec(item)?.groups ?? {};
      if (path === undefined) throw new Error(`No path in: ${item}`);
      return methodList.split(", ").flatMap((method): Line[] => {
        const entry: Line = {
          method,
          suffix: path === "(itself)" ? "" : path,
          tokens: marks.includes("(U)") ? userTokenOnly : tokens,
          additional: marks.includes("*"),
        };
        return marks.includes("twice") ? [entry, entry] : [entry];
      });
    });
}
