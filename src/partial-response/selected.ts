/**
 * The type of a partial response, computed with template literal types. None of this runs.
 *
 * Selected<Page<Product>, "items(id,price/amount),nextPageToken">
 *
 * The grammar is that of `fields` (conventions 4.2): `a,b`, `a/b`, `a(b,c)`, `*` for every child object, arrays transparent. A selector is parsed to the union
 * of its paths (`["items", "id"]
 * ["items", "price", "amount"]
 * …`). Then every path is looked up in the type, and finally the type is narrowed. The parser takes one tail-recursive step per name, so that long selectors
 * stay below the compiler's limits.
 */
export type Selected<Response, Selector extends string> = string extends Selector
  ? Response
  : Parse<Selector> extends infer Paths
    ? [Paths] extends [InvalidSelector<string>]
      ? Paths
      : [Problem<Response, Paths>] extends [never]
        ? Narrowed<Response, Paths>
        : InvalidSelector<Extract<Problem<Response, Paths>, string>>
    : never;

/** The result for a malformed selector, or one that names missing fields: a type without the response's fields, which describes the problem. */
export interface InvalidSelector<Problem extends string> {
  readonly invalidSelector: Problem;
}

/** A field's path: the names of its parents, then its own. */
type Path = readonly string[];

type Space = " " | "\n" | "\t" | "\r";
type TrimStart<Text extends string> = Text extends `${Space}${infer Rest}` ? TrimStart<Rest> : Text;
type TrimEnd<Text extends string> = Text extends `${infer Rest}${Space}` ? TrimEnd<Rest> : Text;
type Trim<Text extends string> = TrimStart<TrimEnd<Text>>;

type Before<Text extends string, Delimiter extends string> = Text extends `${infer Start}${Delimiter}${string}`
  ? Start
  : Text;
/** The text before the first delimiter. */
type Name<Text extends string> = Before<Before<Before<Before<Text, ",">, "/">, "(">, ")">;
type After<Text extends string, Start extends string> = Text extends `${Start}${infer Rest}` ? Rest : "";

type Parse<Text extends string> =
  Trim<Text> extends "" ? InvalidSelector<"the selector is empty"> : Named<Text, Name<Text>, [], [], never>;

/**
 * Parses a name and continues after it.
 *
 * @param Open paths of the open groups, innermost first.
 * @param Parents the path of the parent.
 */
type Named<Text extends string, Raw extends string, Open extends readonly Path[], Parents extends Path, Found> =
  Trim<Raw> extends infer Own extends string
    ? Own extends ""
      ? InvalidSelector<`a name is missing before "${After<Text, Raw>}"`>
      : Own extends "*"
        ? Next<After<Text, Raw>, Open, readonly [...Parents, Own], Found>
        : Own extends `${string}*${string}`
          ? InvalidSelector<`"*" cannot be part of a name, as in "${Own}"`>
          : Next<After<Text, Raw>, Open, readonly [...Parents, Own], Found>
    : never;

/** Continues after a name: with a delimiter, or the end. */
type Next<Text extends string, Open extends readonly Path[], Here extends Path, Found> = Text extends `,${infer Rest}`
  ? Named<Rest, Name<Rest>, Open, Innermost<Open>, Found | Here>
  : Text extends `/${infer Rest}`
    ? Named<Rest, Name<Rest>, Open, Here, Found>
    : Text extends `(${infer Rest}`
      ? Named<Rest, Name<Rest>, readonly [Here, ...Open], Here, Found>
      : Text extends `)${infer Rest}`
        ? Closed<Rest, Open, Found | Here>
        : Ended<Open, Found | Here>;

/** Continues after a group: it may be followed by `)`, `,` or the end. */
type Closed<Text extends string, Open extends readonly Path[], Found> = Open extends readonly [
  Path,
  ...infer Outer extends readonly Path[],
]
  ? TrimStart<Text> extends `,${infer Rest}`
    ? Named<Rest, Name<Rest>, Outer, Innermost<Outer>, Found>
    : TrimStart<Text> extends `)${infer Rest}`
      ? Closed<Rest, Outer, Found>
      : TrimStart<Text> extends ""
        ? Ended<Outer, Found>
        : InvalidSelector<`only "," or ")" may follow a group, not "${Text}"`>
  : InvalidSelector<`")" closes nothing, before "${Text}"`>;

type Ended<Open extends readonly Path[], Found> = Open extends readonly [infer Group extends Path, ...unknown[]]
  ? InvalidSelector<`the group of "${Joined<Group>}" is never closed`>
  : Found;

type Innermost<Open extends readonly Path[]> = Open extends readonly [infer Group extends Path, ...unknown[]]
  ? Group
  : readonly [];

type Joined<Names extends Path> = Names extends readonly [infer First extends string, ...infer Rest extends Path]
  ? Rest extends readonly []
    ? First
    : `${First}/${Joined<Rest>}`
  : "";

/** Values without fields. */
type Plain =
  string | number | boolean | bigint | symbol | null | undefined | Date | ((...parameters: never[]) => unknown);
type IsAny<Type> = 0 extends 1 & Type ? true : false;
/** The elements of an array; any other type itself. */
type Elements<Type> = Type extends readonly (infer Element)[] ? Elements<Element> : Type;
type Keys<Type> = Type extends Type ? keyof Type : never;
type Field<Type, Key> = Type extends Type ? (Key extends keyof Type ? Type[Key] : never) : never;

/** The problems of paths in a type; `never` if there are none. */
type Problem<Type, Paths> = Paths extends readonly [infer First extends string, ...infer Rest extends Path]
  ? Lookup<Exclude<Elements<Type>, Plain>, IsAny<Elements<Type>>, First, Rest, "">
  : never;

type Lookup<Type, IsVague, First extends string, Rest extends Path, Trail extends string> = IsVague extends true
  ? never
  : [Type] extends [never]
    ? `"${Trail}" is a plain value and has no field "${First}"`
    : unknown extends Type
      ? never
      : First extends "*"
        ? never
        : First extends `${Keys<Type> & (string | number)}`
          ? Rest extends readonly [infer Second extends string, ...infer Others extends Path]
            ? Field<Type, KeyOf<Type, First>> extends infer Value
              ? Lookup<
                  Exclude<Elements<Value>, Plain>,
                  IsAny<Elements<Value>>,
                  Second,
                  Others,
                  Trail extends "" ? First : `${Trail}/${First}`
                >
              : never
            : never
          : `${Trail extends "" ? "the response" : `"${Trail}"`} has no field "${First}"`;

/** The key for a name: the name itself, or the index signature that covers it. */
type KeyOf<Type, Name extends string> = Name extends Keys<Type> ? Name : string extends Keys<Type> ? string : number;

/** The type reduced to what the paths select. */
type Narrowed<Type, Paths> =
  IsAny<Type> extends true
    ? Type
    : unknown extends Type
      ? Type
      : Type extends Plain
        ? Type
        : Type extends readonly unknown[]
          ? { [Index in keyof Type]: Narrowed<Type[Index], Paths> }
          : string extends keyof Type
            ? Entries<Type, Paths>
            : Members<Type, Paths>;

type Head<Paths> = Paths extends readonly [infer First extends string, ...unknown[]] ? First : never;
/** The rest of each path that begins with a name. */
type Tail<Paths, First> = Paths extends readonly [First, ...infer Rest extends Path] ? Rest : never;

/** A selected value, as a whole if a path ends here. */
type Inside<Type, Paths> = [] extends Paths ? Type : Narrowed<Type, Paths>;

type Members<Type, Paths> =
  "*" extends Head<Paths>
    ? {
        [Key in keyof Type as Kept<Type, Key, Paths>]: Inside<
          Type[Key],
          Tail<Paths, Key> | (HoldsFields<Type[Key]> extends true ? Tail<Paths, "*"> : never)
        >;
      }
    : {
        [Key in keyof Pick<Type, keyof Type & Head<Paths>> as Kept<Type, Key, Paths>]: Inside<
          Type[Key],
          Tail<Paths, Key>
        >;
      };

/** A plain value is kept only if a path selects it by name. A wildcard keeps all values with fields. */
type Kept<Type, Key extends keyof Type, Paths> =
  HoldsFields<Type[Key]> extends true
    ? Key extends Head<Paths>
      ? Key
      : "*" extends Head<Paths>
        ? Key
        : never
    : [] extends Tail<Paths, Key>
      ? Key
      : never;

/** A record accepts every key, and each may be missing. */
type Entries<Type, Paths> =
  "*" extends Head<Paths>
    ? { [Key in keyof Type as HoldsFields<Type[Key]> extends true ? Key : never]: Inside<Type[Key], Tail<Paths, "*">> }
    : { [Key in Head<Paths>]?: Inside<Type[Key & keyof Type], Tail<Paths, Key>> };

type HoldsFields<Type> = [Exclude<Elements<NonNullable<Type>>, Plain>] extends [never] ? false : true;
