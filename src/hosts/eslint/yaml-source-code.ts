import { ConfigCommentParser, Directive, TextSourceCodeBase, VisitNodeStep } from "@eslint/plugin-kit";
import type { Analysis } from "../../analysis/analysis";
import type { Range } from "../../text/range";
import { LineTable } from "../../text/lines";

/** The type of the only node, the root. Not `Program`, for which rules for JavaScript listen. */
export const yamlRootType = "YamlStream";

interface Position {
  readonly line: number;
  readonly column: number;
}

interface NodePlace {
  readonly range: [number, number];
  readonly loc: { readonly start: Position; readonly end: Position };
}

/** The root of the tree: the stream of a file's documents. It has no children, because rules check the analysis. */
export interface YamlRoot extends NodePlace {
  readonly type: typeof yamlRootType;
  readonly comments: readonly YamlComment[];
}

/** A comment in the form that ESLint's directives and rules of other plugins expect. */
export interface YamlComment extends NodePlace {
  readonly type: "Line" | "Block";
  readonly value: string;
}

const directiveTypes = {
  "eslint-disable": "disable",
  "eslint-enable": "enable",
  "eslint-disable-line": "disable-line",
  "eslint-disable-next-line": "disable-next-line",
} as const;

type DirectiveLabel = keyof typeof directiveTypes;

const comments = new ConfigCommentParser();

/** @returns the root node of an analysed text. */
export function makeYamlRoot(analysis: Analysis): YamlRoot {
  const lines = new LineTable(analysis.text, "data");
  const position = (offset: number): Position => {
    const { line, column } = lines.positionAt(offset);
    return { line, column: column - 1 };
  };
  const place = ({ start, end }: Range): NodePlace => ({
    range: [start, end],
    loc: { start: position(start), end: position(end) },
  });
  return {
    type: yamlRootType,
    ...place({ start: 0, end: analysis.text.length }),
    comments: analysis.comments.map((comment) => ({
      type: comment.kind === "line" ? "Line" : "Block",
      value: comment.text,
      ...place(comment.range),
    })),
  };
}

/** A YAML or JSON file in ESLint's form: text, one node, and comments with directives. */
export class YamlSourceCode extends TextSourceCodeBase<{
  LangOptions: Record<string, unknown>;
  RootNode: YamlRoot;
  SyntaxElementWithLoc: NodePlace;
  ConfigNode: YamlComment;
}> {
  readonly hasBOM: boolean;
  readonly analysis: Analysis;
  // Rules that support several parsers read these in every language.
  readonly parserServices = {};
  readonly visitorKeys = { [yamlRootType]: [] };

  constructor(root: YamlRoot, analysis: Analysis, hasBOM: boolean) {
    super({ text: analysis.text, ast: root });
    this.analysis = analysis;
    this.hasBOM = hasBOM;
  }

  override traverse(): VisitNodeStep[] {
    return ([1, 2] as const).map((phase) => new VisitNodeStep({ target: this.ast, phase, args: [this.ast] }));
  }

  override getParent(): undefined {
    return undefined;
  }

  /** Called by ESLint's recommended rules on files of any language. */
  getAllComments(): readonly YamlComment[] {
    return this.ast.comments;
  }

  getInlineConfigNodes(): YamlComment[] {
    return this.ast.comments.filter(({ value }) => isDirectiveLabel(labelOf(value)) || labelOf(value) === "eslint");
  }

  /** @returns the `eslint-disable…` and `eslint-enable` comments. */
  getDisableDirectives(): { directives: Directive[]; problems: [] } {
    const directives = this.ast.comments.flatMap((node) => {
      const parsed = comments.parseDirective(node.value);
      if (parsed === undefined || !isDirectiveLabel(parsed.label)) return [];
      const { value, justification } = parsed;
      return [new Directive({ type: directiveTypes[parsed.label], node, value, justification })];
    });
    return { directives, problems: [] };
  }

  /** @returns the rules that `eslint` comments set, and the comments that cannot be parsed. */
  applyInlineConfig(): {
    configs: { config: { rules: object }; loc: NodePlace["loc"] }[];
    problems: { ruleId: null; message: string; loc: NodePlace["loc"] }[];
  } {
    const configs = [];
    const problems = [];
    for (const { value, loc } of this.ast.comments) {
      const parsed = comments.parseDirective(value);
      if (parsed?.label !== "eslint") continue;
      const read = comments.parseJSONLikeConfig(parsed.value);
      if (read.ok) configs.push({ config: { rules: read.config }, loc });
      else problems.push({ ruleId: null, message: read.error.message, loc });
    }
    return { configs, problems };
  }
}

function labelOf(comment: string): string {
  return /^\s*([\w-]*)/u.exec(comment)?.[1] ?? "";
}

function isDirectiveLabel(label: string): label is DirectiveLabel {
  return Object.hasOwn(directiveTypes, label);
}
