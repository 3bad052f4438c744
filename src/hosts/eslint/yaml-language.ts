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
 * The language `restraint/yaml`: YAML, and JSON in files with such a name.
 *
 * The tree has only a root node, because the rules check the file's analysis. Positions, comments and directives work
 * as usual.
 */
export const yamlLanguage = {
  fileType: "text",
  lineStart: 1,
  columnStart: 0,
  nodeTypeKey: "type",
  visitorKeys: { [yamlRootType]: [] },

  /** Accepts all options: entries without `files` bring options for JavaScript along, which do not matter here. */
  validateLanguageOptions(): void {
    // Nothing to validate.
  },

  /**
   * @returns the tree, or the errors if no document of the file can be parsed. Templates and texts other than manifests
   * are not errors. If only some documents are malformed, their errors are reported with the findings, because ESLint
   * runs no rule on a file with parse errors.
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
