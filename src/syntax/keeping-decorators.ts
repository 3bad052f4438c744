/** Decorators of libraries that leave a class and its functions as they are written. Those that are not listed may replace what they decorate. */
interface Keeping {
  /** `@scope/*` stands for all packages of a scope. */
  readonly packages: readonly string[];
  /** Absent: all that the packages export. */
  readonly names?: readonly string[];
  /** What the others of the packages do. */
  readonly except?: readonly string[];
}

const table: readonly Keeping[] = [
  // The compiler reads them, and sets fields at most.
  { packages: ["@angular/core", "@stencil/core"] },
  // They note what the framework reads when it routes a request, checks a value or maps a table. `applyDecorators` applies its arguments.
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
  // The excepted ones put a transaction around the function; what that gives its callers in the end, the library decides.
  { packages: ["typeorm"], except: ["Transaction"] },
  {
    packages: ["@mikro-orm/core", "@mikro-orm/decorators"],
    except: ["Transactional", "CreateRequestContext", "EnsureRequestContext", "UseRequestContext"],
  },
  // The others turn the results of functions into other objects.
  { packages: ["class-transformer"], names: ["Exclude", "Expose", "Transform", "Type"] },
  // They note a class with the container that makes its instances. `autoInjectable` of the same package makes another class.
  {
    packages: ["tsyringe"],
    names: ["injectable", "singleton", "scoped", "registry", "inject", "injectAll", "delay"],
  },
  { packages: ["typedi"] },
  { packages: ["aurelia-framework", "aurelia-dependency-injection"] },
  // They note an element, and make accessors of fields.
  { packages: ["lit", "lit/*", "lit-element", "@lit/*", "@microsoft/fast-element"] },
  {
    packages: ["vue-property-decorator"],
    names: ["Watch", "Prop", "PropSync", "Model", "VModel", "Ref", "Inject", "Provide"],
  },
  // They hand arguments, `this` and results on as they are. `flow` makes a promise of a generator.
  { packages: ["mobx"], names: ["action", "computed", "observable", "override"] },
  { packages: ["@ember/object", "@glimmer/tracking", "@ember/service"] },
  { packages: ["@ngxs/store"], names: ["State", "Action"] },
  { packages: ["@ngrx/effects"] },
  // They bind `this` to the instance, as which it is taken anyway.
  { packages: ["autobind-decorator", "bind-decorator"] },
  {
    packages: ["core-decorators"],
    names: ["autobind", "override", "readonly", "enumerable", "nonenumerable", "nonconfigurable"],
  },
];

/** Where a name comes from. */
interface Imported {
  readonly package: string;
  readonly name: string;
}

/** @returns whether a decorator keeps what it stands at. */
export function isKeeping(imported: Imported): boolean {
  return table.some((each) => holds(each, imported));
}

function holds({ packages, names, except }: Keeping, imported: Imported): boolean {
  const isOfPackage = packages.some((each) =>
    each.endsWith("/*") ? imported.package.startsWith(each.slice(0, -1)) : imported.package === each,
  );
  return isOfPackage && (names?.includes(imported.name) ?? true) && !except?.includes(imported.name);
}
