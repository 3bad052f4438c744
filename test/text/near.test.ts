import { expect, test } from "vitest";
import { findNear } from "../../src/text/near";

test.each([
  ["emial", ["email", "name"], ["email"]],
  ["displayname", ["displayName", "displayNames"], ["displayName"]],
  ["display_name", ["displayName"], ["displayName"]],
  ["nextPageTokn", ["nextPageToken", "pageToken"], ["nextPageToken"]],
  ["id", ["ib", "name"], []],
  ["zone", ["zones", "tone"], ["zones", "tone"]],
  ["same", ["same"], []],
])("%s may mean %j", (word, candidates, expected) => {
  expect(findNear(word, candidates)).toEqual(expected);
});
