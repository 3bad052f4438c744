import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** What is sent after something has got the body. */
function sent(imports: string, given: string): readonly string[] {
  const send = `fetch("/x", { method: "POST", body: JSON.stringify(body) });`;
  return requestsOf({
    "a.js": `${imports} export const save = (id, fn) => { const body = { id }; ${given} ${send} };`,
  });
}

describe("a body stays known", () => {
  it.each([
    ['import qs from "qs";', "log.push(qs.stringify(body));"],
    ['import * as query from "query-string";', "query.stringify(body);"],
    ['import { isEmpty as none } from "lodash";', "if (none(body)) return;"],
    ['import _ from "lodash-es";', "if (!_.isPlainObject(body)) return;"],
    ['import isEqual from "lodash/isEqual";', "if (isEqual(body, id)) return;"],
    ['import invariant from "tiny-invariant";', "invariant(body);"],
    ['import { ok } from "node:assert";', "ok(body);"],
    ["", 'if (Object.prototype.toString.call(body) !== "[object Object]") return;'],
    ["", 'if (!Object.prototype.hasOwnProperty.call(body, "id")) return;'],
  ])("where it is read: %s %s", (imports, given) => {
    expect(sent(imports, given)).toEqual(["POST /x json {id}"]);
  });

  it.each([
    ['import { merge } from "lodash";', "merge(body, id);"],
    ['import { first } from "lodash";', "first(body).name = id;"],
    ['import { isEmpty } from "lodash";', "isEmpty(body, fn); { const isEmpty = fn; isEmpty(body); }"],
    ['import { isMatchWith } from "lodash";', "isMatchWith(body, id, () => { body.name = id; });"],
    ['import { isEmpty } from "./own";', "isEmpty(body);"],
    ['import qs from "qs";', "qs.parse(body);"],
    ["", "Object.prototype.change.call(body);"],
  ])("and does not where it may be changed: %s %s", (imports, given) => {
    expect(sent(imports, given)).not.toContain("POST /x json {id}");
  });
});
