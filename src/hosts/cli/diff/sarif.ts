import type { Affected } from "../../../changes/affected";
import type { Site } from "../../../changes/site";
import { checks } from "../../../changes/checks";
import { packageVersion } from "../../shared/package/root";
import { artifact, sarifLog } from "../formats/sarif";
import { describeChange, type DiffReport, keyOf } from "./report";

/** Formats the report as SARIF 2.1.0 for code-scanning services. Locations are in the clients' code. */
export function formatSarif({ breaking }: DiffReport, { cwd }: { readonly cwd: string }): string {
  const concerned = breaking.filter(({ hit, unknown }) => hit.length + unknown.length > 0);
  const used = [...new Set(concerned.map(({ change }) => change.id))].sort();
  const results = concerned.flatMap(({ change, hit, unknown }) => {
    const told = describeChange(change);
    const text = `${change.endpoint}${told === "" ? "" : `, ${told}`}: ${checks[change.id]?.text ?? ""}`;
    const rule = { ruleId: change.id, ruleIndex: used.indexOf(change.id) };
    const result = (affected: Affected, level: "error" | "warning"): object => ({
      ...rule,
      level,
      message: { text: affected.outcome.kind === "unknown" ? `${text} Not known: ${affected.outcome.reason}.` : text },
      ...placesOf(affected),
      partialFingerprints: { change: keyOf(change) },
      properties: { client: affected.site.client },
    });
    return [...hit.map((each) => result(each, "error")), ...unknown.map((each) => result(each, "warning"))];
  });
  const rules = used.map((id) => ({ id, shortDescription: { text: checks[id]?.text ?? id } }));
  return sarifLog({ version: packageVersion(), cwd, rules, results });
}

/**
 * @returns the locations of a result. A read of the response is the main location, with its request as a related one;
 * the functions through which the request is sent are related too.
 */
function placesOf({ site, outcome: { at } }: Affected): object {
  const { file, line, column, endLine, endColumn, through = [] } = site;
  const sent = { startLine: line, startColumn: column, endLine, endColumn };
  const related = [
    ...(at ? [{ file, region: sent, text: sentHere(site) }] : []),
    ...through.map((place) => {
      return {
        file: place.file,
        region: { startLine: place.line, startColumn: place.column },
        text: "It goes through here.",
      };
    }),
  ];
  return {
    locations: [locationOf(at?.file ?? file, at ? { startLine: at.line, startColumn: at.column } : sent)],
    ...(related.length > 0 && {
      relatedLocations: related.map(({ file: name, region, text }) => ({
        message: { text },
        ...locationOf(name, region),
      })),
    }),
  };
}

function sentHere({ document }: Site): string {
  return document === undefined ? "The request is sent here." : "The document begins here.";
}

function locationOf(file: string, region: object): object {
  return { physicalLocation: { artifactLocation: artifact(file), region } };
}
