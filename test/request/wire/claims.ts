import ts from "typescript";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { contradictions } from "../../harness/consistent";
import { modes, readInModes } from "../../harness/hosts/modes";
import { isCampaign } from "../../harness/runs";
import type { Arrived, WireServer } from "../../harness/wire";
import { renderRequest } from "../render";

/** A program that sends one request by real clients. */
export interface Program {
  /** By the name that the program calls it. */
  readonly clients: Readonly<Record<string, unknown>>;
  readonly imports: string;
  readonly source: string;
  /** What stands outside of the function that sends. */
  readonly outside?: string;
}

/** What is known of a program's requests, how many arrived, and what arrived otherwise than it is claimed. */
export interface Outcome {
  readonly known: readonly string[];
  readonly arrivals: number;
  readonly wrong: readonly string[];
}

/** Analyses a program whose base is `http://host`, and runs it against a server, with `c` true and false where it has that. */
export async function holdAgainst(
  wire: WireServer,
  { clients, imports, source, outside = "" }: Program,
): Promise<Outcome> {
  const text = `${imports} const base = "http://host"; ${outside} export async function main(c) { ${source} }`;
  const sourceFile = ts.createSourceFile("program.js", text, ts.ScriptTarget.Latest, true);
  const { requests } = analyseCode({ ts, sourceFile, contract: builtinContract, facts: noFacts });
  const before = wire.take("").length;
  const ways = source.includes("c ?") ? [true, false] : [true];
  for (const c of ways) {
    // The programs are our own.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- see above
    await new Function(...Object.keys(clients), "base", "c", `${outside} return (async () => { ${source} })()`)(
      ...Object.values(clients),
      wire.url,
      c,
    );
  }
  const arrived = wire.take("").slice(before);
  return {
    known: requests.map(renderRequest),
    arrivals: arrived.length / ways.length,
    wrong: [
      ...requests.flatMap((each) => arrived.flatMap((one) => contradictions(each, one))),
      ...wrongInModes([{ text, arrived }]),
    ],
  };
}

/** A program of one file, and what arrived when it ran. */
export interface Ran {
  readonly text: string;
  readonly arrived: readonly Arrived[];
}

/** @returns what is claimed otherwise in a project without types and with them: a campaign looks there as well. */
export function wrongInModes(ran: readonly Ran[]): readonly string[] {
  const inModes = isCampaign ? readInModes(ran.map(({ text }) => ({ "program.js": text }))) : [];
  return inModes.flatMap((known, index) => {
    const { text, arrived } = ran[index] ?? { text: "", arrived: [] };
    return modes.flatMap((mode) => {
      const requests = Object.values(known[mode].requests).flat();
      const wrong = requests.flatMap((each) => arrived.flatMap((one) => contradictions(each, one)));
      const isLost = arrived.length > 0 && requests.length === 0 && known[mode].untold === 0;
      return [...wrong, ...(isLost ? ["not seen"] : [])].map((reason) => `${mode}: ${reason}\n${text}`);
    });
  });
}
