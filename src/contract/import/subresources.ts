import type { ContractSchema } from "../file/schema-shape";

/** Marks a kind's status that has its own endpoint. The server drops it when the object is created or changed, before it validates. */
export function markStatus(schema: ContractSchema): ContractSchema {
  const { properties } = schema;
  if (properties?.status === undefined) return schema;
  return { ...schema, properties: { ...properties, status: { ...properties.status, "x-subresource": true } } };
}
