import type { FileCode, ValueId } from "../code/graph";
import type { Call, ObjectMember, ValueNode } from "../code/values";
import { dottedName } from "./written-names";

/**
 * Members that a project gives to all components of its framework, such as `this.$api`.
 *
 * - Vue 2: `Vue.prototype.$api = api`. Source: https://v2.vuejs.org/v2/cookbook/adding-instance-properties.html
 * - Vue 3: `app.config.globalProperties.$api = api`. Source: https://vuejs.org/api/application.html#app-config-globalproperties
 * - Nuxt 2: `inject("api", api)` in a plugin. Source: https://v2.nuxt.com/docs/directory-structure/plugins/
 * - Nuxt 3: `nuxtApp.provide("api", api)`, or `provide: { api }` in what a plugin returns. Source: https://nuxt.com/docs/guide/directory-structure/plugins
 */

/** Members that Vue has itself. Source: https://vuejs.org/api/component-instance.html and https://v2.vuejs.org/v2/api/#Instance-Properties */
const ownMembers =
  /^\$(?:attrs|children|createElement|data|delete|destroy|el|emit|forceUpdate|isServer|listeners|mount|nextTick|off|on|once|options|parent|props|refs|root|scopedSlots|set|slots|ssrContext|watch)$/u;

/** @returns whether all components of a framework may have a member of this name from the project. */
export function isOfFramework(key: string): boolean {
  return /^\$[A-Za-z_]/u.test(key) && !ownMembers.test(key);
}

/** Words of which a file has one if it gives such a member. */
export const givingWords = ["globalProperties", "inject", "provide", "prototype"] as const;

const known = new WeakMap<FileCode, ReadonlyMap<string, readonly ValueId[]>>();

/** @returns the values that a file gives to all components, by the name of the member: `$api`. */
export function givenToComponents(code: FileCode): ReadonlyMap<string, readonly ValueId[]> {
  let given = known.get(code);
  if (!given) known.set(code, (given = findGiven(code)));
  return given;
}

function findGiven(code: FileCode): ReadonlyMap<string, readonly ValueId[]> {
  const found = new Map<string, ValueId[]>();
  const add = (key: string, value: ValueId): void => {
    if (isOfFramework(key)) found.set(key, [...(found.get(key) ?? []), value]);
  };
  for (const node of code.values) {
    if (node.kind === "write") {
      if (typeof node.key === "string" && node.value !== undefined && isShared(code, node.object))
        add(node.key, node.value);
    } else if (node.kind === "call") {
      const [name, value] = injected(code, node);
      if (name !== undefined && value !== undefined) add(`$${name}`, value);
    } else if (node.kind === "object")
      for (const { key, value } of provided(code, node.members)) if (typeof key === "string") add(`$${key}`, value);
  }
  return found;
}

/** @returns whether an object is `Vue.prototype` or `app.config.globalProperties`, in any version. */
function isShared({ values }: FileCode, id: ValueId): boolean {
  let node: ValueNode | undefined = values[id];
  for (let before = versionBefore(node); before !== undefined; before = versionBefore(node)) node = values[before];
  if (node?.kind !== "member") return false;
  const owner = node.key === "prototype" ? values[node.object] : undefined;
  return (
    node.key === "globalProperties" || (owner !== undefined && owner.kind !== "class" && owner.kind !== "function")
  );
}

function versionBefore(node: ValueNode | undefined): ValueId | undefined {
  if (node?.kind === "write" || node?.kind === "after" || node?.kind === "same") return node.object;
  return node?.kind === "typed" ? node.value : undefined;
}

/** @returns the name and the value of `inject(name, value)` and `nuxtApp.provide(name, value)`. */
function injected(code: FileCode, { callee, arguments: [name, value] }: Call): [string?, ValueId?] {
  if (!name || !value) return [];
  const text = code.values[name.value];
  if (text?.kind !== "literal" || typeof text.value !== "string") return [];
  const isGiving = dottedName(code, callee).some((each) => /^inject$|\.(?:inject|provide)$/u.test(each));
  return isGiving ? [text.value, value.value] : [];
}

/** @returns the members of an object literal under `provide`. */
function provided(
  { values }: FileCode,
  members: readonly ObjectMember[],
): readonly Extract<ObjectMember, { kind: "value" }>[] {
  return members.flatMap((member) => {
    const value = member.kind === "value" && member.key === "provide" ? values[member.value] : undefined;
    return value?.kind === "object" ? value.members.filter((each) => each.kind === "value") : [];
  });
}
