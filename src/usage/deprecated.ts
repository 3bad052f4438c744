import type { Endpoint } from "../contract/description/endpoint";
import { fieldsAt, possibleShapes, stepInto, type PossibleShapes } from "../fields/shapes";
import type { Call, ReadFields, Sent } from "./usage";

/** @returns the deprecated parts of an endpoint that a call uses: `query limit`, `body owner/name`, `reads price`. */
export function findDeprecated({ query, headers, body, reads }: Call, endpoint: Endpoint): readonly string[] {
  const fields = new Map([...endpoint.headers].map(([name, field]) => [name.toLowerCase(), field]));
  const place = (shape: Endpoint["response"]): PossibleShapes => (shape ? possibleShapes([shape]) : undefined);
  return [
    ...Object.keys(query.fields ?? {}).flatMap((name) =>
      endpoint.query.get(name)?.deprecated ? [`query ${name}`] : [],
    ),
    ...Object.keys(headers.fields ?? {}).flatMap((name) =>
      fields.get(name.toLowerCase())?.deprecated ? [`header ${name}`] : [],
    ),
    ...(body ? sentIn(body, place(endpoint.body?.shape)).map((path) => `body ${path}`) : []),
    ...(reads ? readIn(reads, place(endpoint.response)).map((path) => `reads ${path}`) : []),
  ];
}

function sentIn({ fields = {}, elements }: Sent, place: PossibleShapes): readonly string[] {
  const known = fieldsAt(place);
  return [
    ...(elements ? sentIn(elements, place) : []),
    ...Object.entries(fields).flatMap(([name, field]) =>
      known.get(name)?.deprecated ? [name] : sentIn(field, below(place, name)).map((path) => `${name}/${path}`),
    ),
  ];
}

function readIn({ fields = {} }: ReadFields, place: PossibleShapes): readonly string[] {
  const known = fieldsAt(place);
  return Object.entries(fields).flatMap(([name, field]) =>
    known.get(name)?.deprecated ? [name] : readIn(field, below(place, name)).map((path) => `${name}/${path}`),
  );
}

function below(place: PossibleShapes, name: string): PossibleShapes {
  const step = stepInto(place, name);
  return step.kind === "found" ? step.place : undefined;
}
