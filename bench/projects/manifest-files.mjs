// The manifests for the benchmarks: always the same, of the five kinds; nine in ten are ours, and one in fifty has a
// problem.
import { existsSync, mkdirSync, openSync, closeSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { cache } from "../measure.mjs";

const groups = { a: "timestream.example.dev/v1alpha1", b: "functions.example.dev/v1alpha1" };

/** A small pseudo-random generator, so that every run checks the same files. */
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const words = [
  "orders",
  "receipts",
  "harbour",
  "metrics",
  "customers",
  "returns",
  "stock",
  "prices",
  "events",
  "reports",
];

function writer(random) {
  const word = () => `${words[random(words.length)]}-${random(10_000)}`;
  const pairs = (indent, count) =>
    Array.from({ length: count }, (_, index) => `${indent}label-${index}: "${word()}"`).join("\n");
  const head = (group, kind, name) => `# Owned by the ${word()} team; see the handbook before changing it.
apiVersion: ${group}
kind: ${kind}
metadata:
  name: ${name}
  namespace: ${word()}
  labels:
${pairs("    ", 4)}
  annotations:
    description: Keeps what the ${word()} service needs, for ${1 + random(30)} days
`;
  const spec = "spec:\n  providerRef:\n    name: main\n  terminationPolicy: Delete\n  resource:\n";
  return {
    database: () =>
      `${head(groups.a, "Database", word())}${spec}    databaseName: ${word()}\n    kmsKeyID: key/${random(1e6)}\n    tags:\n${pairs("      ", 8)}\n`,
    table: (invalid) => `${head(groups.a, "Table", word())}${spec}    databaseName: ${word()}
    ${invalid ? "table_name" : "tableName"}: ${word()}
    retentionProperties:
      magneticStoreRetentionPeriodInDays: ${1 + random(365)}
      memoryStoreRetentionPeriodInHours: ${1 + random(48)}
    magneticStoreWriteProperties:
      enableMagneticStoreWrites: true
      magneticStoreRejectedDataLocation:
        storeConfiguration: { bucketName: ${word()}, encryptionOption: managed, objectKeyPrefix: "rejected/" }
    tags:
${pairs("      ", 10)}
`,
    application: () => `${head(groups.b, "Application", word())}${spec}    compartmentID: ${word()}
    displayName: ${word()}
    subnetIDS: [${word()}, ${word()}]
    config:
${pairs("      ", 12)}
    traceConfig:
      isEnabled: true
`,
    function: (invalid) => `${head(groups.b, "Function", word())}${spec}    applicationID: ${word()}
    displayName: ${word()}
    image: registry.example.com/${word()}:${random(100)}
    memoryInMbs: ${invalid ? 256 : '"256"'}
    timeoutInSeconds: ${30 + random(300)}
    config:
${pairs("      ", 14)}
`,
    foreign: () => `${head("apps/v1", "Deployment", word())}spec:
  replicas: ${1 + random(9)}
  template:
    spec:
      containers:
        - name: ${word()}
          image: registry.example.com/${word()}:${random(100)}
          env:
${Array.from({ length: 10 }, (_, index) => `            - { name: SETTING_${index}, value: "${word()}" }`).join("\n")}
`,
  };
}

/** `oneIn`: documents per document with a problem; `foreign`: whether all are of other groups. */
const usual = { oneIn: 50, foreign: false };

function documents(random, { oneIn, foreign } = usual) {
  const write = writer(random);
  return () => {
    const invalid = random(oneIn) === 0;
    const kind = invalid && oneIn !== usual.oneIn ? 5 : random(10);
    if (kind === 0 || foreign) return write.foreign();
    if (kind < 3) return write.database();
    if (kind < 6) return write.table(invalid);
    return kind < 8 ? write.application() : write.function(invalid);
  };
}

/** @returns the folder with `count` files of one manifest each. */
export function manyFiles(count = 2000, name = "manifests", what = usual) {
  const folder = join(cache, `${name}-${count}`);
  if (existsSync(join(folder, "done"))) return join(folder, "files");
  const next = documents(randomNumbers(7), what);
  for (let index = 0; index < count; index += 1) {
    const team = join(folder, "files", `team-${index % 40}`);
    mkdirSync(team, { recursive: true });
    writeFileSync(join(team, `${index}.yaml`), next());
  }
  writeFileSync(join(folder, "done"), "");
  return join(folder, "files");
}

/** @returns the path of one file of many manifests. */
export function hugeFile(megabytes = 50) {
  const folder = join(cache, `huge-${megabytes}`);
  const path = join(folder, "files/all.yaml");
  if (existsSync(join(folder, "done"))) return path;
  mkdirSync(join(folder, "files"), { recursive: true });
  const next = documents(randomNumbers(11));
  const file = openSync(path, "w");
  for (let size = 0; size < megabytes * 1e6;) size += writeSync(file, `---\n${next()}`);
  closeSync(file);
  writeFileSync(join(folder, "done"), "");
  return path;
}
