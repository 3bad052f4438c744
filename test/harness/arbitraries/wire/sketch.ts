import type { Draw } from "../draw";

/**
 * A program before it is written: its imports, the code around and inside of the sending function, and its other files.
 */
export interface Sketch {
  readonly imports?: readonly string[];
  readonly outside?: string;
  readonly inside: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Set if unknown code gets the client as a part of a value, or stores it: its requests cannot be found then. */
  readonly mayBeLost?: boolean;
  /** Set if an assertion of the program may end it. */
  readonly mayThrow?: boolean;
  /** Set if the code contains JSX elements. */
  readonly elements?: boolean;
}

/** Draws the programs of one class. The code may use `base`, `flag`, `text` and `count`. */
export type SketchDrawer = (draw: Draw) => Sketch;

/** @returns a path that no other request of the program has, which begins with the request's tag. */
export const tagged = (draw: Draw, rest = draw.pick("", "/a", "/${text}", "/${count}")): string =>
  `/${draw.fresh("t")}z${rest}`;

/** An expression for a text or number. */
export const scalar = (draw: Draw): string =>
  draw.pick('"k"', '"v w"', "7", "count", "text", "`p-${text}`", 'flag ? "on" : "off"');

/** An expression for the body of a request. */
export const record = (draw: Draw): string =>
  draw.pick(
    `{ a: ${scalar(draw)} }`,
    `{ a: ${scalar(draw)}, b: ${scalar(draw)} }`,
    `{ a: { c: ${scalar(draw)} } }`,
    `{ ...(flag && { a: ${scalar(draw)} }), b: 1 }`,
    `{ l: [${scalar(draw)}] }`,
  );

/** An expression for `fetch`'s options. */
export const init = (draw: Draw): string =>
  draw.pick(
    '{ method: "DELETE" }',
    `{ method: "PUT", body: JSON.stringify(${record(draw)}) }`,
    `{ method: flag ? "PUT" : "PATCH", headers: { "x-k": String(${scalar(draw)}) }, body: JSON.stringify(${record(draw)}) }`,
    `{ method: "POST", headers: { "x-k": "k", "content-type": "application/json" }, body: JSON.stringify(${record(draw)}) }`,
    `{ headers: { "If-Match": "k" } }`,
  );
