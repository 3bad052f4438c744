import type { Abstract, Place } from "../domain/domain";
import { arrive } from "../expressions/names";
import type { Program } from "../program";
import { listedExports } from "../../syntax/bindings/exports";
import { exportOf } from "./exports";
import type { Module } from "./module";
import { inModule, isEcmaScriptModule, runModule } from "./modules";

/** Module namespaces: `import * as orders from "./orders"`. */

/** @returns a member of a namespace object. */
export function namespaceMember(program: Program, native: object, name: string, place: Place): Abstract | undefined {
  const module = moduleOf(native);
  const found = module && inModule(program, module.file, () => exportOf(program, module, name, new Set()));
  return found && arrive(found, place);
}

/**
 * Lists the members of a namespace object, as a spread of it copies them.
 *
 * @returns the names; `undefined` where they are not all known: it is none of ECMAScript, or exports what another package does.
 */
export function namespaceNames(program: Program, native: object): readonly string[] | undefined {
  const module = moduleOf(native);
  return module && namesOf(program, module, new Set());
}

function moduleOf(native: object): Module | undefined {
  return "module" in native ? (native.module as Module) : undefined;
}

function namesOf(program: Program, module: Module, seen: Set<Module>): readonly string[] | undefined {
  if (seen.has(module)) return [];
  seen.add(module);
  if (!isEcmaScriptModule(program, module.file)) return undefined;
  const { names, stars } = listedExports(program.ts, module.file);
  const found = new Set(names);
  for (const star of stars) {
    const file = program.pass.resolveModule(module.file, star);
    const inner = file && namesOf(program, runModule(program, file), seen);
    if (!inner) return undefined;
    for (const name of inner) if (name !== "default") found.add(name);
  }
  return [...found];
}
