import type { KnownKind } from "../../manifest/known-kinds";
import type { FieldShape, Shape } from "../../shape/shape";

/** A manifest of a kind with its required fields and its name. */
export interface KindSnippet {
  readonly text: string;
  /** The text with placeholders, in the snippet syntax of the Language Server Protocol. */
  readonly snippet: string;
}

/** Limit of nesting: kinds of a contract may be recursive. */
const greatestDepth = 8;

/** Creates a manifest of a kind to fill in. */
export function kindSnippet({ kind, group }: KnownKind, apiVersion?: string): KindSnippet {
  const writer = new Writer();
  const version = apiVersion ?? group.apiVersions[0] ?? "";
  if (apiVersion !== undefined || group.name !== undefined)
    writer.line(0, `apiVersion: ${apiVersion ?? `${group.name ?? ""}/${version}`}`);
  else writer.line(0, "apiVersion: ", { default: "group" }, `/${version}`);
  writer.line(0, `kind: ${kind.name}`);
  for (const field of kind.shape.fields.values()) {
    if (field.name === "metadata") {
      writer.line(0, "metadata:");
      writer.line(1, "name: ", {});
    } else if (field.name === "spec" || (field.required && !["apiVersion", "kind"].includes(field.name))) {
      writer.field(field, 0);
    }
  }
  return writer.finish();
}

interface Gap {
  readonly default?: string;
  readonly choices?: readonly string[];
}

class Writer {
  #text = "";
  #snippet = "";
  #gaps = 0;

  line(depth: number, ...parts: readonly (string | Gap)[]): void {
    this.#add("  ".repeat(depth));
    for (const part of parts)
      if (typeof part === "string") this.#add(part);
      else this.#addGap(part);
    this.#add("\n");
  }

  field({ name, shape }: FieldShape, depth: number, before = ""): void {
    const lead = `${before}${name}:`;
    const inner = depth + 1;
    const required = requiredFields(shape);
    if (depth < greatestDepth && required.length > 0) {
      this.line(depth, lead);
      for (const field of required) this.field(field, inner);
    } else if (depth < greatestDepth && shape.type === "array") {
      this.line(depth, lead);
      this.#element(shape.elements, inner);
    } else if (shape.type === "object" || shape.type === "map") {
      this.line(depth, `${lead} {`, {}, "}");
    } else {
      this.line(depth, `${lead} `, gapFor(shape));
    }
  }

  #element(shape: Shape, depth: number): void {
    const [first, ...others] = requiredFields(shape);
    if (!first) {
      this.line(depth, "- ", gapFor(shape));
      return;
    }
    this.field(first, depth, "- ");
    for (const field of others) this.field(field, depth + 1);
  }

  finish(): KindSnippet {
    return { text: this.#text, snippet: `${this.#snippet}$0` };
  }

  #add(text: string): void {
    this.#text += text;
    this.#snippet += text.replace(/[\\$]/gu, "\\$&");
  }

  #addGap({ default: initial = "", choices }: Gap): void {
    this.#gaps += 1;
    this.#text += choices?.[0] ?? initial;
    if (choices)
      this.#snippet += `\${${this.#gaps}|${choices.map((each) => each.replace(/[\\,|$}]/gu, "\\$&")).join(",")}|}`;
    else this.#snippet += initial === "" ? `$${this.#gaps}` : `\${${this.#gaps}:${initial}}`;
  }
}

function requiredFields(shape: Shape): readonly FieldShape[] {
  if (shape.type === "union") return shape.options.map(requiredFields).find((fields) => fields.length > 0) ?? [];
  return shape.type === "object" ? [...shape.fields.values()].filter(({ required }) => required) : [];
}

function gapFor(shape: Shape): Gap {
  if (shape.type === "boolean") return { choices: ["true", "false"] };
  if (shape.type === "string" || shape.type === "int64" || shape.type === "number")
    return shape.values === undefined ? {} : { choices: shape.values.map(String) };
  return {};
}
