export const samples = {
  tab: "code",
  code: `const base = "https://api.example.com/v1";

interface Product {
  id: string;
  name: string;
  price: number;
  tags: string[];
  etag: string;
}

export async function addTag(id: string, tag: string, token: string) {
  const headers = { Authorization: \`token \${token}\` };
  const answer = await fetch(\`\${base}/products/\${id}?fields=id,,tags\`, { headers });
  const product: Product = await answer.json();

  await send(\`/products/\${id}\`, { tags: [tag], note: undefined }, token);
  return product.price;
}

async function send(path: string, changes: object, token: string) {
  await fetch(base + path, {
    method: "PATCH",
    headers: { Authorization: \`Bearer \${token}\`, "Content-Type": "application/json" },
    body: JSON.stringify(changes),
  });
}
`,
  manifest: `apiVersion: functions.example.dev/v1alpha1
kind: Function
metadata:
  name: greet
spec:
  providerRef:
    name: default
  resource:
    applicationID: shop
    display_name: greet
    image: registry.example.dev/greet:1
    memoryInMbs: 128
    config:
      verbose: yes
`,
  configuration: `service:
  baseUrls: ["https://api.example.com/v1"]
  conventions: [all]
groups:
  a: { name: timestream.example.dev, version: v0.5.0 }
  b: { name: functions.example.dev }
`,
  fields: "items(id,price/amount),nextPageToken",
  response: `{
  "data": {
    "kind": "products#list",
    "nextPageToken": "CAoQAA",
    "items": [
      {
        "id": "p1",
        "name": "Lamp",
        "price": { "amount": 4900, "currency": "EUR" },
        "tags": ["light", "desk"]
      },
      {
        "id": "p2",
        "name": "Chair",
        "price": { "amount": 12900, "currency": "EUR" },
        "tags": []
      }
    ]
  }
}
`,
  source: `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: greetings.hello.example.dev
spec:
  group: hello.example.dev
  names: { kind: Greeting, plural: greetings }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:
              type: object
              required: [text]
              properties:
                text: { type: string }
                times: { type: integer }
                tone: { type: string, enum: [warm, formal] }
`,
  contract: "",
};

/** A manifest of the sample definition, with mistakes. */
export const manifestOfSource = `apiVersion: hello.example.dev/v1
kind: Greeting
metadata:
  name: morning
spec:
  text: Good morning
  times: "three"
  tone: loud
  colour: yellow
`;
