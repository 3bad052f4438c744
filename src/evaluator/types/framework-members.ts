import type { Abstract, Unknown } from "../domain/domain";
import { assignedValue, inModule } from "../modules/modules";
import type { Program } from "../program";
import { frameworkMember, membersForComponents } from "../../syntax/framework-members";

/**
 * Finds what an unknown value is by a name that the project gives to all components of its framework: `Vue.prototype.$api = api` and then `this.$api`.
 *
 * @returns the value; `undefined` where nothing is given under that name, or more than one thing.
 */
export function givenToComponents(program: Program, value: Unknown): Abstract | undefined {
  const name = value.origin && frameworkMember(value.origin.trail.at(-1));
  if (name === undefined) return undefined;
  const { components } = program.pass.standIns;
  let known = components.get(name);
  if (known === undefined) {
    // A value that leads to itself gives nothing.
    components.set(name, null);
    components.set(name, (known = program.pass.shared(() => find(program, name)) ?? null));
  }
  return known ? { ...known, place: value.place } : undefined;
}

function find(program: Program, name: string): Abstract | undefined {
  const files = program.pass.declaring(`component ${name}`);
  const [path] = files;
  const file = path !== undefined && files.length === 1 ? program.pass.sources.file(path) : undefined;
  const [only, ...others] = file ? (membersForComponents(program.ts, file).get(name) ?? []) : [];
  if (!file || !only || others.length > 0) return undefined;
  return inModule(program, file, (module) => assignedValue(program, module, only));
}
