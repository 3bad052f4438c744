import type { ContractSchema } from "../file/schema-shape";

/**
 * Marks the status of a kind for which it has an endpoint of its own: the server drops it of an object that is created or changed, before it
 * looks at values.
 */
export function markStatus(schema: ContractSchema): ContractSchema {
  const { properties } = schema;
  if (properties?.status === undefined) return schema;
  return { ...schema, properties: { ...properties, status: { ...properties.status, "x-subresource": true } } };
}
