import { describe, expect, it } from "vitest";
import { readsOf } from "../harness/reads";

const get = `const response = await fetch("https://api.example.com/v1/files"); const data = await response.json();`;
const state = (setter: string): string =>
  `function A() { const [files, setFiles] = useState([]); useEffect(() => { fetch("https://api.example.com/v1/files").then((r) => r.json()).then((d) => { ${setter} }); }, []); return files.map((f) => f.id); }`;

describe("components are given", () => {
  it.each([
    ["all", `async function A() { ${get} return <List files={data} />; }`, "escapes"],
    ["a part", `async function A() { ${get} return <List files={data.items} total={data.total} />; }`, "items=,total="],
    ["the members of all", `async function A() { ${get} return <List {...data} />; }`, "escapes"],
    ["the members of a part", `async function A() { ${get} return <List {...data.file} />; }`, "file="],
    ["an object of parts", `async function A() { ${get} return <List style={{ width: data.width }} />; }`, "width="],
    ["children", `async function A() { ${get} return <List><b>{data.name}</b>{data.file}</List>; }`, "file=,name="],
    [
      "nothing of what is tested",
      `async function A() { ${get} return data.open && <b>{data.name}</b>; }`,
      "name=,open",
    ],
    ["a handler that reads", `async function A() { ${get} return <b onClick={() => use(data.id)} />; }`, "id="],
    ["a function that is given", `async function A() { ${get} return <List render={(x) => x + data.id} />; }`, "id="],
    [
      "each element",
      `async function A() { ${get} return data.items.map((i) => <Row key={i.id} {...i} />); }`,
      "items=(id=)",
    ],
  ])("%s", (_, text, expected) => {
    expect(readsOf(text)).toBe(expected);
  });
});

describe("state is set", () => {
  it.each([
    ["by a value", state("setFiles(d.items);"), "items(id?=)"],
    ["by an object", state("setFiles({ list: d.items });").replace("files.map", "files.list.map"), "items(id?=)"],
    ["by what was there and more", state("setFiles((old) => [...old, ...d.items]);"), "items="],
    [
      "in a class",
      `class A { async load() { ${get} this.setState({ files: data.items, total: data.total.count }); } }`,
      "items=,total(count=)",
    ],
    ["in a class, as a whole", `class A { async load() { ${get} this.setState(data); } }`, "escapes"],
    [
      "by an action",
      `async function load(dispatch) { ${get} dispatch({ type: "loaded", files: data.items }); }`,
      "items=",
    ],
    [
      "by an action that holds all",
      `async function load(dispatch) { ${get} dispatch({ type: "loaded", data }); }`,
      "escapes",
    ],
    ["in a ref", `const files = ref([]); async function load() { ${get} files.value = data.items; }`, "items="],
    ["in a ref, as a whole", `const files = ref(); async function load() { ${get} files.value = data; }`, "escapes"],
    [
      "in a module's variable",
      `let cache; async function load() { ${get} cache = data; } function show() { use(cache.name); }`,
      "name=",
    ],
  ])("%s", (_, text, expected) => {
    expect(readsOf(text)).toBe(expected);
  });
});

describe("clients give", () => {
  const url = `"https://api.example.com/v1/files"`;
  it.each([
    [
      "superagent's body",
      `import superagent from "superagent"; const r = await superagent.get(${url}); use(r.body.id, r.status);`,
      "id=",
    ],
    [
      "superagent's body, then",
      `import superagent from "superagent"; superagent.get(${url}).set("A", "b").then((r) => use(r.body.items[0].id));`,
      "items(id=)",
    ],
    [
      "superagent's text",
      `import superagent from "superagent"; const r = await superagent.get(${url}); use(r.text);`,
      "escapes",
    ],
    [
      "the pieces of node's stream",
      `import https from "node:https"; https.get(${url}, (r) => { let all = ""; r.on("data", (d) => { all += d; }); r.on("end", () => use(JSON.parse(all).id)); });`,
      "not known",
    ],
    [
      "the pages of octokit, put together",
      `import { Octokit } from "octokit"; const all = await new Octokit().paginate("GET /repos/{owner}/{repo}/issues", { owner: "a", repo: "b" }); use(all[0].title);`,
      "not known",
    ],
    [
      "an observable",
      `class A { constructor(private http: HttpClient) {} load() { this.http.get(${url}).subscribe((d) => use(d.id)); } }`,
      "not known",
    ],
  ])("%s", (_, text, expected) => {
    expect(readsOf(text)).toBe(expected);
  });
});
