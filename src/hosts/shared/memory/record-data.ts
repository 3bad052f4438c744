import { isObject } from "../../../value/plain-object";
import { isList, isTable, isText } from "./plain-data";

/** @returns whether plain data has the form of `RecordData`. */
export function isRecord(data: unknown): boolean {
  return (
    isObject(data) &&
    isTable(
      data.files,
      (each) => isObject(each) && [each.stamp, each.digest, each.imports, each.clauses].every(isText),
    ) &&
    [data.words, data.members].every((each) => isTable(each, (files) => isList(files, isText))) &&
    isList(data.texts, isText) &&
    isList(data.setups, isText) &&
    (data.parts === undefined || isParts(data.parts)) &&
    isTable(data.disk, isText)
  );
}

function isParts(data: unknown): boolean {
  return (
    isObject(data) &&
    isTable(data.files, (each) => isObject(each) && isText(each.told) && isList(each.nothing, isText)) &&
    isTable(data.named, (files) => isList(files, isText)) &&
    isList(data.called, isText) &&
    isText(data.names)
  );
}
