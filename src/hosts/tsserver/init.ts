import type TS from "typescript";
import { rules } from "../../../rules/index";
import { hostCodes } from "./diagnostics";
import { ProjectPlugin } from "./project-plugin";

interface CodeFixRegistry {
  registerCodeFix(registration: { errorCodes: readonly number[]; getCodeActions: () => undefined }): void;
}

/** TypeScript modules in which our codes are registered. */
const registered = new WeakSet();

/**
 * The language-service plugin. tsserver calls it once for each project that names it.
 *
 * @param modules the running TypeScript; no other may be loaded.
 */
function init(modules: { readonly typescript: typeof TS }): TS.server.PluginModule {
  const ts = modules.typescript;
  const plugins: ProjectPlugin[] = [];
  return {
    create(info) {
      const plugin = new ProjectPlugin(ts, info);
      const refusal = refuse(ts);
      if (refusal !== undefined) {
        plugin.log(refusal);
        return info.languageService;
      }
      const earlier = Reflect.get(info.languageService, mark) as ((settings: unknown) => void) | undefined;
      if (earlier) {
        if (!isGlobal(info.config)) earlier(info.config);
        return info.languageService;
      }
      registerCodes(ts);
      plugins.push(plugin);
      return Object.assign(plugin.decorate(), {
        [mark]: (settings: unknown) => {
          plugin.configure(settings);
        },
      });
    },
    onConfigurationChanged(settings: unknown) {
      for (const plugin of plugins) plugin.configure(settings);
    },
  };
}

/**
 * Marks a language service that has the plugin already. A project may name it by both of its names, an editor may load
 * it for all projects too, and tsserver calls it again when a project is reloaded. The symbol is shared by all copies
 * of the plugin.
 */
const mark = Symbol.for("eslint-plugin-restraint");

/** Whether an editor loads the plugin for all projects. Settings of the project itself take precedence. */
function isGlobal(config: unknown): boolean {
  return typeof config === "object" && config !== null && Reflect.get(config, "global") === true;
}

/** @returns why the plugin cannot run with a TypeScript version, or `undefined`. */
function refuse(ts: typeof TS): string | undefined {
  const [major = 0, minor = 0] = ts.version.split(".").map(Number);
  if (major >= 7)
    return `TypeScript ${ts.version} loads no plugins; use ESLint in the editor instead (docs/editors.md).`;
  if (major < 5 || (major === 5 && minor < 4)) return `TypeScript ${ts.version} is too old: 5.4 or later is needed.`;
  return undefined;
}

/** Registers our codes: editors ask once for the codes that have fixes, and never request fixes of others. */
function registerCodes(ts: typeof TS): void {
  if (registered.has(ts)) return;
  registered.add(ts);
  const { codefix } = ts as unknown as { readonly codefix?: CodeFixRegistry };
  codefix?.registerCodeFix({
    errorCodes: [...rules.map(({ code }) => code), ...Object.values(hostCodes)],
    getCodeActions: () => undefined,
  });
}

export = init;
