import { extname } from "node:path";
import { rules } from "../../../rules/index";
import type { Analysis } from "../../analysis/analysis";
import { analyseManifests } from "../../analysis/manifests";
import { loadProject } from "../../contract/configuration/load";
import { LineTable } from "../../text/lines";
import { mostBytes } from "../../files/read";
import { whyTooLarge } from "../shared/files/generated";
import { isPartialFile } from "../shared/files/partial";
import { makeYamlRoot, YamlSourceCode, yamlRootType, type YamlRoot } from "./yaml-source-code";

interface File {
  readonly path: string;
  readonly body: string | Uint8Array;
  readonly bom: boolean;
}

type Parsed =
  | { readonly ok: true; readonly ast: YamlRoot; readonly analysis: Analysis }
  | {
      readonly ok: false;
      readonly errors: { readonly message: string; readonly line: number; readonly column: number }[];
    };

/**
 * The language `restraint/yaml`: YAML, and JSON in files that are named so.
 *
 * The tree has no nodes but its root, since the rules check the file's analysis; positions, comments and directives are all there.
 */
export const yamlLanguage = {
  fileType: "text",
  lineStart: 1,
  columnStart: 0,
  nodeTypeKey: "type",
  visitorKeys: { [yamlRootType]: [] },

  /** Entries without `files` bring options for JavaScript along: none concern us, and none is refused. */
  validateLanguageOptions(): void {
    // Nothing to validate.
  },

  /**
   * @returns the tree, or the mistakes that keep the file from being read. Text that is a template or no manifest is no mistake. Where some
   * documents can be read and others cannot, the mistakes are shown beside the findings: ESLint runs no rule on a file that has parse errors.
   */
  parse(file: File): Parsed {
    const text = asText(file.body);
    const tooLarge = whyTooLarge(text, mostBytes.manifest);
    if (tooLarge !== undefined)
      return { ok: false, errors: [{ message: `Restraint did not check this file: ${tooLarge}`, line: 1, column: 1 }] };
    const project = loadProject(file.path, rules);
    const { contract, facts } = project;
    const isPartial = (): boolean => isPartialFile(project, file.path);
    const analysis = analyseManifests({
      text,
      language: extname(file.path).startsWith(".json") ? "json" : "yaml",
      contract,
      facts,
      isPartial,
    });
    if (analysis.problems.length === 0 || analysis.manifests.length > 0)
      return { ok: true, ast: makeYamlRoot(analysis), analysis };
    const lines = new LineTable(text, "data");
    const errors = analysis.problems.map(({ message, range }) => {
      const { line, column } = lines.positionAt(range.start);
      return { message, line, column };
    });
    return { ok: false, errors };
  },

  createSourceCode(file: File, parsed: Extract<Parsed, { ok: true }>): YamlSourceCode {
    return new YamlSourceCode(parsed.ast, parsed.analysis, file.bom);
  },
};

function asText(body: string | Uint8Array): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}
