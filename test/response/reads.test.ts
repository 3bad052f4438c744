import { describe, expect, it } from "vitest";
import { readsOf } from "../harness/reads";

const get = `const response = await fetch("https://api.example.com/v1/files"); const data = await response.json();`;

describe("what is read of an answer", () => {
  it.each([
    ["a member", `${get} use(data.name);`, "name="],
    ["nothing", get, ""],
    ["members of members", `${get} use(data.owner.name, data.owner?.address!.city);`, "owner(address(city=),name=)"],
    ["a quoted key", `${get} use(data["name"]);`, "name="],
    ["a constant key", `const key = "name"; ${get} use(data[key]);`, "name="],
    ["an unknown key", `${get} use(data.map[key]);`, "map="],
    [
      "a pattern",
      `${get} const { id, owner: { name: n }, tags: [first] } = data; use(id, n, first);`,
      "id=,owner(name=),tags=",
    ],
    ["a name that is taken and never used", `${get} const { id } = data;`, "id"],
    ["a pattern with a rest", `${get} const { id, ...rest } = data; use(rest);`, "escapes"],
    ["a pattern with a default", `${get} const { id = 1 } = data; use(id);`, "id="],
    ["two variables", `${get} const list = data.items; const first = list[0]; use(first.id);`, "items(id=)"],
    ["a variable that is set once", `let owner; ${get} owner = data.owner; use(owner.name);`, "owner(name=)"],
    ["a variable that is set twice", `${get} let owner = data.owner; owner = other; use(owner.name);`, "owner(name?=)"],
    ["then", `fetch("https://api.example.com/v1/files").then((r) => r.json()).then((d) => use(d.name));`, "name="],
    [
      "then with a body",
      `fetch("https://api.example.com/v1/files").then(function (r) { return r.json(); }).then(({ name }) => { use(name); });`,
      "name=",
    ],
    [
      "then that goes on",
      `const name = await fetch("https://api.example.com/v1/files").then((r) => r.json()).then((d) => d.owner); use(name.id);`,
      "owner(id=)",
    ],
    [
      "catch",
      `const d = await fetch("https://api.example.com/v1/files").then((r) => r.json()).catch(() => null); use(d?.id);`,
      "id=",
    ],
    ["map", `${get} use(data.items.map((item) => item.id));`, "items(id=)"],
    [
      "map of a pattern",
      `${get} use(data.items.map(({ id, owner }) => ({ id, by: owner.name })));`,
      "items(id=,owner(name=))",
    ],
    [
      "map that gives the elements on",
      `${get} const owners = data.items.map((item) => item.owner); use(owners[0].name);`,
      "items(owner(name=))",
    ],
    [
      "map to objects",
      `${get} const rows = data.items.map((item) => ({ row: item })); use(rows[0].row.id);`,
      "items(id=)",
    ],
    ["keys", `${get} use([...data.items.keys()]);`, "items"],
    ["toSpliced", `${get} use(data.items.toSpliced(0, 1)[0].id);`, "items(id=)"],
    ["toSpliced that inserts", `${get} use(data.items.toSpliced(0, 1, other)[0].id);`, "items(id?=)"],
    ["with", `${get} use(data.items.with(0, other)[1].id);`, "items(id?=)"],
    ["fill", `${get} use(data.items.fill(other, 1)[0].id);`, "items?(id?=)"],
    ["map by a name", `const idOf = (item) => item.id; ${get} use(data.items.map(idOf));`, "items(id=)"],
    ["map by an unknown function", `${get} use(data.items.map(convert));`, "items="],
    ["filter and map", `${get} use(data.items.filter((i) => i.active).map((i) => i.id));`, "items(active,id=)"],
    ["filter by Boolean", `${get} use(data.items.filter(Boolean).map((i) => i.id));`, "items(id=)"],
    ["forEach", `${get} data.items.forEach(({ id }) => use(id));`, "items(id=)"],
    ["find", `${get} const found = data.items.find((i) => i.id === 1); use(found?.name);`, "items(id=,name=)"],
    ["some", `${get} if (data.items.some((i) => i.done)) use();`, "items(done)"],
    ["sort", `${get} use(data.items.sort((a, b) => a.rank - b.rank)[0].id);`, "items(id=,rank=)"],
    ["reduce", `${get} use(data.items.reduce((sum, i) => sum + i.size, 0));`, "items(size=)"],
    [
      "reduce to the elements",
      `${get} use(data.items.reduce((all, i) => ({ ...all, [i.id]: i }), {}));`,
      "items=(id=)",
    ],
    ["for of", `${get} for (const { id } of data.items) use(id);`, "items(id=)"],
    ["for of entries", `${get} for (const [index, item] of data.items.entries()) use(index, item.id);`, "items(id=)"],
    [
      "a loop with a counter",
      `${get} for (let i = 0; i < data.items.length; i++) use(data.items[i].id);`,
      "items(id=,length?)",
    ],
    ["for in", `${get} for (const key in data.tags) use(key);`, "tags="],
    ["a default", `${get} use((data.items ?? []).map((i) => i.id));`, "items(id=)"],
    ["a condition", `${get} if (data.next) use(); const size = data.size ? 1 : 2; use(size);`, "next,size"],
    ["one of two", `${get} const owner = full ? data.owner : other; use(owner.name);`, "owner(name?=)"],
    ["one or nothing", `${get} const owner = full ? data.owner : null; use(owner?.name);`, "owner(name=)"],
    ["a comparison with null", `${get} if (data.owner != null) use();`, "owner"],
    ["a template", `${get} use(\`\${data.name}\`);`, "name="],
    [
      "JSX",
      `async function A() { ${get} return <p title={data.title}>{data.items.map((i) => <b key={i.id}>{i.name}</b>)}</p>; }`,
      "items(id=,name=),title=",
    ],
    ["a helper", `function show(file) { use(file.name); } ${get} show(data.file);`, "file(name=)"],
    ["a helper that gives on", `const first = (list) => list[0]; ${get} use(first(data.items).id);`, "items(id=)"],
    [
      "a helper with a pattern",
      `function show({ name, owner }) { use(name, owner.id); } ${get} show(data);`,
      "name=,owner(id=)",
    ],
    [
      "a helper that is given an object",
      `function show({ file }) { use(file.name); } ${get} show({ file: data });`,
      "name=",
    ],
    [
      "a callback that is handed on",
      `async function list(each) { ${get} each(data.items); } await list((items) => use(items[0].id));`,
      "items(id=)",
    ],
    [
      "a helper that calls itself",
      `function show(node) { use(node.id); node.children.forEach(show); } ${get} show(data.tree);`,
      "tree(children=,id=)",
    ],
    ["an unknown function", `${get} show(data.file);`, "file="],
    ["an unknown function with all", `${get} show(data);`, "escapes"],
    ["a spread", `${get} use({ ...data });`, "escapes"],
    ["a spread of a part", `${get} use({ ...data.file });`, "file="],
    ["a spread of a list", `${get} use([...data.items].map((i) => i.id));`, "items(id=)"],
    ["JSON", `${get} use(JSON.stringify(data));`, "escapes"],
    ["a member that is written", `${get} data.name = "x"; use(data.name, data.id);`, "id=,name?="],
    [
      "what is put into a list",
      `const all = []; ${get} all.push(...data.items); for (const i of all) use(i.id);`,
      "items(id?=)",
    ],
    ["what is put into an unknown list", `${get} all.push(...data.items);`, "items="],
    ["a field of an instance", `${get} this.data = data;`, "escapes"],
    [
      "an export",
      `const r = await fetch("https://api.example.com/v1/files"); export const data = await r.json();`,
      "escapes",
    ],
    ["an export by name", `${get} export { data as files };`, "escapes"],
    [
      "React's state",
      `function A() { const [files, setFiles] = useState([]); useEffect(() => { fetch("https://api.example.com/v1/files").then((r) => r.json()).then((d) => setFiles(d.items)); }, []); return files.map((f) => f.id); }`,
      "items(id?=)",
    ],
    [
      "React's state by name",
      `function A() { const [data, setData] = useState(); useEffect(() => { fetch("https://api.example.com/v1/files").then((r) => r.json()).then(setData); }, []); return data.name; }`,
      "escapes",
    ],
    [
      "several at once",
      `async function load(id) { const r = await fetch("https://api.example.com/v1/" + id); return r.json(); } const [a, b] = await Promise.all([load("a"), load("b")]); use(b.name);`,
      "name=",
    ],
    [
      "one for each",
      `const all = await Promise.all(ids.map(async (id) => { const r = await fetch("https://api.example.com/v1/" + id); return r.json(); })); use(all.map((d) => d.name));`,
      "name=",
    ],
    ["in", `${get} if ("error" in data) use(data.id);`, "error?,id="],
    ["delete", `${get} delete data.name; use(data.id);`, "id="],
    ["typeof", `${get} if (typeof data.id === "string") use();`, "id"],
    ["a generator", `async function* pages() { ${get} yield data; }`, "escapes"],
    ["a throw", `${get} throw data.reason;`, "reason="],
    [
      "assertions",
      `${get} use((data as any).id, (<any>data.x)?.y, data!.z satisfies unknown);`.replace(
        "(<any>data.x)",
        "(data.x as any)",
      ),
      "id=,x(y=),z=",
    ],
    ["a private method", `class A { #show(d) { use(d.name); } async run() { ${get} this.#show(data); } }`, "name="],
    ["a public method", `class A { show(d) { use(d.name); } async run() { ${get} this.show(data.file); } }`, "file="],
    ["a name of another scope", `${get} { const data = other; use(data.hidden); } use(data.id);`, "id="],
    ["optional calls", `${get} use(data.items?.map?.((i) => i.id));`, "items(id=)"],
    ["a string's methods", `${get} use(data.name.trim().length);`, "name="],
  ])("by %s", (_, text, expected) => {
    expect(readsOf(text)).toBe(expected);
  });
});

describe("components", () => {
  it("may use the variables of the file in their templates", () => {
    expect(readsOf(`${get} const items = data.items;`, "a.vue.ts")).toBe("items");
    expect(readsOf(`${get} const items = data.items;`, "a.vue")).toBe("escapes");
  });
});
