import { ConfigCommentParser, Directive, TextSourceCodeBase, VisitNodeStep } from "@eslint/plugin-kit";
import type { Analysis } from "../../analysis/analysis";
import type { Range } from "../../text/range";
import { LineTable } from "../../text/lines";

/**
 * The type of the root, and only, node. Not `Program`, which rules for JavaScript wait for.
 */
export const yamlRootType = "YamlStream";

interface Position {
  readonly line: number;
  readonly column: number;
}

interface NodePlace {
  readonly range: [number, number];
  readonly loc: { readonly start: Position; readonly end: Position };
}

/** The root of the tree: the stream of all documents of a file. Rules check its analysis; there is nothing below it to visit. */
export interface YamlRoot extends NodePlace {
  readonly type: typeof yamlRootType;
  readonly comments: readonly YamlComment[];
}

/** A comment, as ESLint's directives and other plugins' rules look at it. */
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

/** @returns the root node for an analysed text. */
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

/** A YAML or JSON file as ESLint sees it: text, one node, comments with directives. */
export class YamlSourceCode extends TextSourceCodeBase<{
  LangOptions: Record<string, unknown>;
  RootNode: YamlRoot;
  SyntaxElementWithLoc: NodePlace;
  ConfigNode: YamlComment;
}> {
  readonly hasBOM: boolean;
  readonly analysis: Analysis;
  // Rules that serve several parsers ask for these without looking at the language.
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

  /** ESLint's own recommended rules call it on files of any language. */
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

  /** @returns the rules that `eslint` comments set, and the comments that could not be read. */
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
