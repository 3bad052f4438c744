/** Library decorators that leave a class and its functions unchanged. Any other decorator may replace its target. */
interface Keeping {
  /** `@scope/*` stands for all packages of a scope. */
  readonly packages: readonly string[];
  /** Absent: all exports of the packages. */
  readonly names?: readonly string[];
  /** Exports of the packages that may change their target. */
  readonly except?: readonly string[];
}

const table: readonly Keeping[] = [
  // The compiler reads them, and at most sets fields.
  { packages: ["@angular/core", "@stencil/core"] },
  // They hold metadata for the framework, which routes requests, checks values or maps tables. `applyDecorators`
  // applies its arguments.
  { packages: ["@nestjs/*"], except: ["applyDecorators"] },
  {
    packages: [
      "class-validator",
      "routing-controllers",
      "tsoa",
      "type-graphql",
      "inversify",
      "inversify-express-utils",
    ],
  },
  { packages: ["@loopback/*", "@foal/core", "@overnightjs/core", "sequelize-typescript", "@typegoose/typegoose"] },
  // The exceptions wrap the function in a transaction: the library decides the result for callers.
  { packages: ["typeorm"], except: ["Transaction"] },
  {
    packages: ["@mikro-orm/core", "@mikro-orm/decorators"],
    except: ["Transactional", "CreateRequestContext", "EnsureRequestContext", "UseRequestContext"],
  },
  // Other exports convert the results of functions.
  { packages: ["class-transformer"], names: ["Exclude", "Expose", "Transform", "Type"] },
  // They register a class with the container that instantiates it. `autoInjectable` of the same package returns another class.
  {
    packages: ["tsyringe"],
    names: ["injectable", "singleton", "scoped", "registry", "inject", "injectAll", "delay"],
  },
  { packages: ["typedi"] },
  { packages: ["aurelia-framework", "aurelia-dependency-injection"] },
  // They register an element, and turn fields into accessors.
  { packages: ["lit", "lit/*", "lit-element", "@lit/*", "@microsoft/fast-element"] },
  {
    packages: ["vue-property-decorator"],
    names: ["Watch", "Prop", "PropSync", "Model", "VModel", "Ref", "Inject", "Provide"],
  },
  // They pass arguments, `this` and results on unchanged. `flow` turns a generator into a promise.
  { packages: ["mobx"], names: ["action", "computed", "observable", "override"] },
  { packages: ["@ember/object", "@glimmer/tracking", "@ember/service"] },
  { packages: ["@ngxs/store"], names: ["State", "Action"] },
  { packages: ["@ngrx/effects"] },
  // They bind `this` to the instance, which the analysis assumes anyway.
  { packages: ["autobind-decorator", "bind-decorator"] },
  {
    packages: ["core-decorators"],
    names: ["autobind", "override", "readonly", "enumerable", "nonenumerable", "nonconfigurable"],
  },
];

/** The origin of a name. */
interface Imported {
  readonly package: string;
  readonly name: string;
}

/** @returns whether a decorator leaves its target unchanged. */
export function isKeeping(imported: Imported): boolean {
  return table.some((each) => holds(each, imported));
}

function holds({ packages, names, except }: Keeping, imported: Imported): boolean {
  const isOfPackage = packages.some((each) =>
    each.endsWith("/*") ? imported.package.startsWith(each.slice(0, -1)) : imported.package === each,
  );
  return isOfPackage && (names?.includes(imported.name) ?? true) && !except?.includes(imported.name);
}
