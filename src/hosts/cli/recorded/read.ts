import { relative, resolve } from "node:path";
import { mostBytes, readRegularText } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";
import { systemMessage } from "../check/read";
import { UsageError } from "../exit";

/** A recorded request, without its values. */
export interface RecordedRequest {
  readonly method: string;
  /** Absent in a server's log, which does not state the host. */
  readonly origin?: string;
  /** The path as written in the recording. */
  readonly path: string;
  readonly names: readonly string[];
  readonly place: string;
}

/**
 * Reads the requests of a recording: an HTTP archive (HAR), or a server's log in the common or combined format.
 *
 * @throws {UsageError} if it is neither, or cannot be read.
 */
export function readRecording(given: string, cwd: string): readonly RecordedRequest[] {
  const path = resolve(cwd, given);
  const name = relative(cwd, path);
  let text: string;
  try {
    ({ text } = stripByteOrderMark(readRegularText(path, mostBytes.manifest)));
  } catch (error) {
    throw new UsageError(`${name}: ${systemMessage(error)}`);
  }
  const requests = /^\s*\{/u.test(text) ? readArchive(text, name) : readLog(text, name);
  if (!requests)
    throw new UsageError(
      `${name} is no recording that is known: an HTTP archive (HAR), or a server's log in the common or combined form.`,
    );
  return requests;
}

function readArchive(text: string, name: string): readonly RecordedRequest[] | undefined {
  const entries = entriesOf(text);
  return entries?.flatMap((entry, index): RecordedRequest[] => {
    const { method, url } =
      (entry as { readonly request?: { readonly method?: unknown; readonly url?: unknown } } | null)?.request ?? {};
    if (typeof method !== "string" || typeof url !== "string" || !URL.canParse(url)) return [];
    const { origin, pathname, searchParams } = new URL(url);
    return [{ method, origin, path: pathname, names: namesOf(searchParams), place: `${name}, entry ${index + 1}` }];
  });
}

function entriesOf(text: string): readonly unknown[] | undefined {
  try {
    const { log } = JSON.parse(text) as { readonly log?: { readonly entries?: unknown } };
    return Array.isArray(log?.entries) ? (log.entries as readonly unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Matches the request in a log line: `[…] "GET /widgets?limit=5 HTTP/1.1" 200`. */
const logged = /\] "([A-Z]+) (\/[^\s"]*)(?: HTTP\/[\d.]+)?" \d{3}\b/u;

function readLog(text: string, name: string): readonly RecordedRequest[] | undefined {
  const requests = text.split("\n").flatMap((line, index): RecordedRequest[] => {
    const [, method, target] = logged.exec(line) ?? [];
    if (method === undefined || target === undefined || !URL.canParse(target, "http://log.invalid")) return [];
    const { pathname, searchParams } = new URL(target, "http://log.invalid");
    return [{ method, path: pathname, names: namesOf(searchParams), place: `${name}, line ${index + 1}` }];
  });
  return requests.length > 0 ? requests : undefined;
}

function namesOf(parameters: URLSearchParams): readonly string[] {
  return [...new Set(parameters.keys())];
}
