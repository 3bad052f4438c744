import type { ObjectShape } from "../../shape/shape";
import type { Group, Kind } from "../contract";
import {
  arrayOf,
  boolean,
  int64,
  notShown,
  object,
  openObject,
  optional,
  required,
  string,
  stringMap,
} from "./kind-notation";

/** The groups of kinds. The contract does not contain their names, so the configuration supplies them. */
export const groups: readonly Group[] = [
  { key: "a", apiVersions: ["v1alpha1"] },
  { key: "b", apiVersions: ["v1alpha1"] },
];

// Kinds 2.4
const database = object("spec.resource of Database", {
  id: optional("id", string),
  arn: optional("arn", string),
  databaseName: required("database_name", string),
  kmsKeyID: optional("kms_key_id", string),
  tableCount: optional("table_count", int64),
  tags: optional("tags", stringMap),
  tagsAll: optional("tags_all", stringMap),
});

// Kinds 2.5
const storeConfiguration = object("storeConfiguration of Table", {
  bucketName: optional("bucket_name", string),
  encryptionOption: optional("encryption_option", string),
  kmsKeyID: optional("kms_key_id", string),
  objectKeyPrefix: optional("object_key_prefix", string),
});

const magneticStoreWriteProperties = object("magneticStoreWriteProperties of Table", {
  enableMagneticStoreWrites: optional("enable_magnetic_store_writes", boolean),
  magneticStoreRejectedDataLocation: optional(
    "magnetic_store_rejected_data_location",
    object("magneticStoreRejectedDataLocation of Table", {
      storeConfiguration: optional("store_configuration", storeConfiguration),
    }),
  ),
});

const retentionProperties = object("retentionProperties of Table", {
  magneticStoreRetentionPeriodInDays: required("magnetic_store_retention_period_in_days", int64),
  memoryStoreRetentionPeriodInHours: required("memory_store_retention_period_in_hours", int64),
});

const table = object("spec.resource of Table", {
  id: optional("id", string),
  arn: optional("arn", string),
  databaseName: required("database_name", string),
  tableName: required("table_name", string),
  // The nested fields have the same age as this one.
  magneticStoreWriteProperties: optional("magnetic_store_write_properties", magneticStoreWriteProperties, {
    since: "v0.5.0",
  }),
  retentionProperties: optional("retention_properties", retentionProperties),
  tags: optional("tags", stringMap),
  tagsAll: optional("tags_all", stringMap),
});

// Kinds 2.6
const application = object("spec.resource of Application", {
  timeouts: optional("timeouts", openObject),
  id: optional("id", string),
  compartmentID: required("compartment_id", string),
  displayName: required("display_name", string),
  subnetIDS: required("subnet_ids", arrayOf(string)),
  config: optional("config", stringMap),
  definedTags: optional("defined_tags", stringMap),
  freeformTags: optional("freeform_tags", stringMap),
  imagePolicyConfig: optional(
    "image_policy_config",
    object("imagePolicyConfig of Application", {
      isPolicyEnabled: required("is_policy_enabled", boolean),
      keyDetails: optional(
        "key_details",
        arrayOf(object("keyDetails of Application", { kmsKeyID: required("kms_key_id", string) })),
      ),
    }),
  ),
  networkSecurityGroupIDS: optional("network_security_group_ids", arrayOf(string)),
  state: optional("state", string),
  syslogURL: optional("syslog_url", string),
  timeCreated: optional("time_created", string),
  timeUpdated: optional("time_updated", string),
  traceConfig: optional(
    "trace_config",
    object("traceConfig of Application", {
      domainID: optional("domain_id", string),
      isEnabled: optional("is_enabled", boolean),
    }),
  ),
});

// Kinds 2.7
const functionResource = object("spec.resource of Function", {
  timeouts: optional("timeouts", openObject),
  id: optional("id", string),
  applicationID: required("application_id", string),
  displayName: required("display_name", string),
  image: required("image", string),
  memoryInMbs: required("memory_in_mbs", string),
  compartmentID: optional("compartment_id", string),
  config: optional("config", stringMap),
  definedTags: optional("defined_tags", stringMap),
  freeformTags: optional("freeform_tags", stringMap),
  imageDigest: optional("image_digest", string),
  invokeEndpoint: optional("invoke_endpoint", string),
  state: optional("state", string),
  timeCreated: optional("time_created", string),
  timeUpdated: optional("time_updated", string),
  timeoutInSeconds: optional("timeout_in_seconds", int64),
  traceConfig: optional(
    "trace_config",
    object("traceConfig of Function", { isEnabled: optional("is_enabled", boolean) }),
  ),
});

// Kinds 2.8
const invokeFunction = object("spec.resource of InvokeFunction", {
  timeouts: optional("timeouts", openObject),
  id: optional("id", string),
  functionID: required("function_id", string),
  base64EncodeContent: optional("base64_encode_content", boolean),
  content: optional("content", string),
  fnIntent: optional("fn_intent", string),
  fnInvokeType: optional("fn_invoke_type", string),
  inputBodySourcePath: optional("input_body_source_path", string),
  invokeEndpoint: optional("invoke_endpoint", string),
  invokeFunctionBody: optional("invoke_function_body", string),
  invokeFunctionBodyBase64Encoded: optional("invoke_function_body_base64_encoded", string),
});

// Kinds 2.2
function spec(kind: string, resource: ObjectShape): ObjectShape {
  return object(`spec of ${kind}`, {
    state: optional(undefined, resource, { description: "The resource's state; the same shape as `resource`." }),
    resource: required(undefined, resource, { description: "The resource that the object declares." }),
    updatePolicy: optional(undefined, notShown),
    terminationPolicy: optional(undefined, notShown),
    providerRef: required(undefined, openObject, { description: "Refers to the provider's configuration." }),
    backendRef: optional(undefined, openObject),
  });
}

// Kinds 2.3
const status = object("status", {
  observedGeneration: optional(undefined, int64, { description: "The resource's generation; the server keeps it." }),
  phase: optional(undefined, notShown),
  conditions: optional(undefined, arrayOf(openObject)),
});

/** The type metadata inline in every object and list. */
const typeMetadata = { apiVersion: required(undefined, string), kind: required(undefined, string) };

// Kinds 2.1
function kind(name: string, group: string, resource: ObjectShape): Kind {
  const shape = object(name, {
    ...typeMetadata,
    metadata: optional(undefined, openObject),
    spec: optional(undefined, spec(name, resource)),
    status: optional(undefined, status),
  });
  return { name, group, shape };
}

/** The five built-in kinds, in the order of the spec. `listShape` returns the list of each. */
export const kinds: readonly Kind[] = [
  kind("Database", "a", database),
  kind("Table", "a", table),
  kind("Application", "b", application),
  kind("Function", "b", functionResource),
  kind("InvokeFunction", "b", invokeFunction),
];

/** @returns the shape of `<Kind>List`. Items may omit their type metadata, which follows from the list's. */
export function listShape({ name, shape }: Kind): ObjectShape {
  const fields = new Map(shape.fields);
  for (const key of Object.keys(typeMetadata)) {
    const field = fields.get(key);
    if (field !== undefined) fields.set(key, { ...field, required: false });
  }
  return object(`${name}List`, {
    ...typeMetadata,
    metadata: optional(undefined, openObject),
    items: optional(undefined, arrayOf({ ...shape, fields })),
  });
}
