import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** @returns what a call sends that is given one of several values: objects of options, or a URL and options. */
const sent = (head: string, call: string): readonly string[] =>
  requestsOf({
    "a.ts": `${head}
export function run(flag: boolean) {
  const options = flag ? { url: "https://api.example.com/a", method: "PUT" } : { url: "https://api.example.com/b", method: "PUT" };
  const others = flag ? { url: "https://api.example.com/a", method: "PUT" } : { url: "https://api.example.com/a", method: "DELETE" };
  const urls = flag ? "https://api.example.com/a" : "https://api.example.com/b";
  const either = flag ? "https://api.example.com/a" : { url: "https://api.example.com/b", method: "PUT" };
  const request = flag ? new Request("https://api.example.com/a", { method: "PUT" }) : "https://api.example.com/a";
  return ${call};
}`,
  });

const axios = 'import axios from "axios";';
const obsidian = 'import { requestUrl } from "obsidian";';
const got = 'import got from "got";';

describe("a call that is given one of several values", () => {
  it.each([
    [axios, "axios(options)"],
    [axios, "axios.request(options)"],
    [got, "got(options)"],
    [obsidian, "requestUrl(options)"],
    ["", "$.ajax(options)"],
    ["", "$.get(options)"],
  ])("has the options of each: %s %s", (head, call) => {
    expect(sent(head, call)).toEqual(["PUT https://api.example.com/a | /b"]);
  });

  it.each([
    [axios, "axios(others)"],
    [got, "got(others)"],
    ["", "$.ajax(others)"],
  ])("has a method that is one of theirs: %s %s", (head, call) => {
    expect(sent(head, call)).toEqual(["PUT | DELETE https://api.example.com/a"]);
  });

  it.each([
    [axios, "axios(urls)"],
    [got, "got(urls)"],
    [obsidian, "requestUrl(urls)"],
    ["", "$.ajax(urls)"],
    ["", "fetch(urls)"],
    ['import http from "http";', "http.get(urls)"],
  ])("goes to one of several URLs: %s %s", (head, call) => {
    expect(sent(head, call)).toEqual(["GET https://api.example.com/a | /b"]);
  });

  it.each([
    [axios, "axios(either)"],
    [axios, "axios.request(either)"],
    [got, "got(either)"],
    [obsidian, "requestUrl(either)"],
    ["", "$.ajax(either)"],
    ["", "$.get(either)"],
    ["", "fetch(request)"],
  ])("has neither a method nor a path where it may be a URL or options: %s %s", (head, call) => {
    expect(sent(head, call).map((each) => each.split(" ").slice(0, 2))).toEqual([["?", "?"]]);
  });
});
