import { mostBytes } from "../../../files/read";
import type { Finding } from "../../../rule/finding";
import { isObject } from "../../../value/plain-object";
import { isList, isNumber, isTable, isText } from "../../shared/memory/plain-data";
import { isRecord } from "../../shared/memory/record-data";
import type { RecordData } from "../../shared/memory/record";
import { readSealed, writeSealed } from "../../shared/memory/sealed";

/** The parts of a finding that ESLint shows. */
export type KeptFinding = Pick<Finding, "messageId" | "range" | "data" | "fix" | "suggestions">;

/** The findings of a file, by rule and options, and the key under which they are valid. */
export interface KeptFile {
  readonly key: string;
  readonly rules: Readonly<Record<string, readonly KeptFinding[]>>;
}

/** The remembered data of a project. */
export interface Kept {
  readonly record: RecordData;
  /** By path relative to the project's folder. */
  readonly results: Readonly<Record<string, KeptFile>>;
}

/**
 * @returns the data that an earlier run of this version has written, or `undefined` if it is damaged or of another
 * version. Never throws.
 */
export function readKept(path: string, version: string): Kept | undefined {
  try {
    const body = readSealed(path, version, mostBytes.data);
    const data = body === undefined ? undefined : (JSON.parse(body) as unknown);
    return isKept(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the data in one step. If writing fails, the next run computes it again. */
export function writeKept(path: string, version: string, kept: Kept): void {
  try {
    const body = JSON.stringify(kept);
    if (body.length <= mostBytes.data) writeSealed(path, version, body);
  } catch {
    // The disk may be full or read-only.
  }
}

function isKept(data: unknown): data is Kept {
  return isObject(data) && isRecord(data.record) && isTable(data.results, isFile);
}

function isFile(data: unknown): boolean {
  return isObject(data) && isText(data.key) && isTable(data.rules, (each) => isList(each, isFinding));
}

function isFinding(data: unknown): boolean {
  return (
    isObject(data) &&
    isText(data.messageId) &&
    (data.data === undefined || isTable(data.data, (each) => isText(each) || isNumber(each))) &&
    isRange(data.range) &&
    (data.fix === undefined || isList(data.fix, isEdit)) &&
    isList(data.suggestions, (each) => isObject(each) && isText(each.message) && isList(each.edits, isEdit))
  );
}

function isEdit(data: unknown): boolean {
  return isObject(data) && isText(data.text) && isRange(data.range);
}

function isRange(data: unknown): boolean {
  return isObject(data) && [data.start, data.end].every((each) => Number.isSafeInteger(each));
}
