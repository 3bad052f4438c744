import { getMismatches } from "../../src/manifest/mismatches";
import type { Manifest } from "../../src/manifest/manifest";
import { type Context, defineRule, type Report } from "../../src/rule/define";
import type { ObjectShape, Shape } from "../../src/shape/shape";
import { printPath, type UnknownField } from "../../src/shape/mismatch";
import { replaceWord } from "./helpers/edits";
import { listNames, nameObject } from "./helpers/words";

/** Bounds the names in a message. */
const greatestListed = 3;
/** Larger contracts read kinds on demand, and a hint does not justify reading all of them. */
const mostKinds = 40;

export const rule = defineRule<"manifest", Readonly<Record<string, never>>>({
  id: "no-unknown-kind-fields",
  code: 100502,
  on: "manifest",
  docs: {
    summary: "Disallow fields that a kind does not have.",
    why: "What the service does not know, it refuses or silently drops: the setting has no effect.",
    clauses: ["kinds 2.1", "kinds 2.2", "kinds 2.3", "kinds 2.4", "kinds 2.5", "kinds 2.6", "kinds 2.7", "kinds 2.8"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    underlying: "`{key}` is the provider's name, which the service drops or rejects. Use `{field}`.",
    near: "{owner} has no field `{key}`: the service drops or rejects it. Did you mean {fields}?",
    misplaced: "{owner} has no field `{key}`: the service drops or rejects it. Move it to {home}.",
    stray: "{owner} takes `{key}` for data: it has no effect. Move it to {home}, which has a field of this name.",
    present: "{owner} has no field `{key}`: the service drops or rejects it. Remove it; `{field}` is already set.",
    unknown: "{owner} has no `{key}`: the service drops or rejects it.{fields}",
    rename: "Rename to `{field}`",
  },
  options: {},
  fixable: true,
  hasSuggestions: true,
  check(manifest, context) {
    for (const mismatch of getMismatches(manifest)) {
      if (mismatch.kind !== "unknown" && mismatch.kind !== "stray") continue;
      const { member, range, path } = mismatch;
      const owner = nameObject(manifest, path.slice(0, -1));
      if (mismatch.kind === "stray") {
        const home = nameObject(manifest, mismatch.home.slice(0, -1));
        context.report({ message: "stray", data: { owner, key: member.key, home }, range });
        continue;
      }
      const { near } = mismatch;
      const data = {
        owner,
        key: member.key,
        field: near[0]?.name ?? mismatch.present?.name ?? "",
        fields: "",
        home: "",
      };
      if (near.length > 0) {
        const message = mismatch.underlying ? "underlying" : "near";
        context.report({
          message,
          data: { ...data, fields: listNames(near.map((field) => field.name)) },
          range,
          ...rename(mismatch, context.text),
        });
      } else if (mismatch.home !== undefined) {
        context.report({
          message: "misplaced",
          data: { ...data, home: nameObject(manifest, mismatch.home.slice(0, -1)) },
          range,
        });
      } else if (mismatch.present !== undefined) context.report({ message: "present", data, range });
      else
        context.report({
          message: "unknown",
          data: { ...data, fields: nameOwners(manifest, mismatch, context) || listFields(mismatch) },
          range,
        });
    }
  },
});

/**
 * Fixes a name if exactly one near field fits the value. If several do, or other places share the key, it only makes
 * suggestions.
 */
function rename(
  { member, near, range, editable, isSure }: UnknownField,
  text: string,
): Pick<Report, "fix" | "suggestions"> {
  const edits = near.flatMap((field) => {
    const edit = replaceWord(text, range, member.key, field.name);
    return edit === undefined || member.value.elsewhere === true ? [] : [{ field: field.name, edits: [edit] }];
  });
  const [only] = edits;
  if (only !== undefined && isSure && editable) return { fix: only.edits };
  return {
    suggestions: edits.map(({ field, edits: rename }) => ({ message: "rename", data: { field }, edits: rename })),
  };
}

/** @returns the other kinds of the contract that have the field at the same path, ignoring case. */
function nameOwners(
  { kind }: Manifest,
  { member, path }: UnknownField,
  { contract }: Pick<Context<unknown>, "contract">,
): string {
  if (contract.kinds.length > mostKinds) return "";
  const above = path.slice(0, -1).map(String);
  const written = member.key.toLowerCase();
  const owners = contract.kinds.flatMap((other) => {
    const fields = other.name === kind ? undefined : fieldAt(other.shape, above)?.fields;
    const field = [...(fields?.keys() ?? [])].find((each) => each.toLowerCase() === written);
    return field === undefined ? [] : [{ name: `\`${other.name}\``, field }];
  });
  const [first] = owners;
  if (first === undefined) return "";
  const names = owners.filter(({ field }) => field === first.field).map(({ name }) => name);
  const shown = [...new Set(names)].slice(0, greatestListed);
  const has = shown.length === 1 ? "has" : "have";
  return ` ${shown.join(", ")} ${has} ${first.field === member.key ? "it" : `\`${first.field}\``}.`;
}

function fieldAt(shape: Shape, path: readonly string[]): ObjectShape | undefined {
  let current: Shape | undefined = shape;
  for (const name of path) current = current?.type === "object" ? current.fields.get(name)?.shape : undefined;
  return current?.type === "object" ? current : undefined;
}

function listFields({ owner }: UnknownField): string {
  const names = [...owner.fields.keys()];
  if (names.length === 0 || names.length > greatestListed) return "";
  return ` It has ${names.map((name) => `\`${printPath([name])}\``).join(", ")}.`;
}
