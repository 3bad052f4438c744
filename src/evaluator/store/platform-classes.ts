/**
 * Classes of the language and the platform, each with the one that it extends. An instance of one is an instance of those that it extends, and
 * of no other class in this table.
 */
const parents: Readonly<Record<string, string | undefined>> = {
  AbortController: undefined,
  AbortSignal: "EventTarget",
  Array: undefined,
  ArrayBuffer: undefined,
  Blob: undefined,
  DOMException: "Error",
  DataView: undefined,
  Date: undefined,
  Error: undefined,
  EvalError: "Error",
  EventTarget: undefined,
  File: "Blob",
  FormData: undefined,
  Function: undefined,
  Headers: undefined,
  Map: undefined,
  Promise: undefined,
  RangeError: "Error",
  ReadableStream: undefined,
  ReferenceError: "Error",
  RegExp: undefined,
  Request: undefined,
  Response: undefined,
  Set: undefined,
  SharedArrayBuffer: undefined,
  SyntaxError: "Error",
  TypeError: "Error",
  URIError: "Error",
  URL: undefined,
  URLSearchParams: undefined,
  Uint8Array: undefined,
  WeakMap: undefined,
  WeakSet: undefined,
  XMLHttpRequest: "EventTarget",
};

export function isPlatformClass(name: string): boolean {
  return Object.hasOwn(parents, name);
}

/** @returns whether the instances of a class of the platform are instances of another; `undefined` where one of them is not known. */
export function extendsPlatformClass(name: string, other: string): boolean | undefined {
  if (name === other) return true;
  if (!isPlatformClass(name) || !isPlatformClass(other)) return undefined;
  for (let parent = parents[name]; parent !== undefined; parent = parents[parent]) if (parent === other) return true;
  return false;
}
