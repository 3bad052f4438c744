/** @returns a contract of more than ten megabytes, which must not be parsed twice. */
export function largeContract(): string {
  const kinds = Array.from({ length: 20_000 }, (_, index) => {
    const fields = Array.from(
      { length: 10 },
      (__, field) => `"field${field}": {"type":"string","description":"Number ${index}."}`,
    );
    return `{"kind":"Kind${index}","group":"big.example.dev","schema":{"type":"object","properties":{${fields.join(",")}}}}`;
  });
  return `{"groups":{"big.example.dev":{"versions":["v1"]}},"kinds":[${kinds.join(",\n")}]}`;
}
