import { expect, it } from "vitest";
import { builtinContract } from "../../../src/contract/builtin";
import type { PermissionEntry } from "../../../src/contract/contract";
import { getCategories } from "../../../src/contract/permissions/categories";
import { findManifestCategory, namesInManifest } from "../../../src/contract/permissions/manifest-names";

const entry = (scope: string, category: string, access: PermissionEntry["access"], id?: string): PermissionEntry => ({
  scope,
  category,
  access,
  method: "GET",
  path: "/x",
  tokens: [],
  additional: false,
  ...(id !== undefined && { id }),
});
const imported = [
  entry("repository", "Administration", "read", "administration"),
  entry("organization", "Administration", "read", "organization_administration"),
  entry("repository", "Administration", "admin", "administration"),
  entry("user", "Git SSH keys", "write", "git_keys"),
];

it.each([
  ["the built-in map", builtinContract.permissions],
  ["a map with ids", imported],
])("has one name for each category of %s, by which it is found again", (_, permissions) => {
  const aliases = { automation: "actions" };
  const names = namesInManifest(permissions, aliases);
  for (const { name, scope, category } of names)
    expect(findManifestCategory(name, permissions, aliases)).toEqual({ scope, category });
  const all = [...getCategories(permissions)].flatMap(([scope, own]) => [...own].map((each) => `${scope}.${each}`));
  expect(names.map(({ scope, category }) => `${scope}.${category}`).sort()).toEqual(all.sort());
});

it("names them as the platform does", () => {
  const names = namesInManifest(builtinContract.permissions, {}).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      "enterprise_organization_installations",
      "organization_custom_roles",
      "organization_self_hosted_runners",
      "members",
      "team_discussions",
      "security_events",
    ]),
  );
});

it("knows the levels that the map has", () => {
  expect(namesInManifest(imported, {}).map(({ name, levels }) => [name, levels])).toEqual([
    ["administration", ["read", "write", "admin"]],
    ["organization_administration", ["read", "write"]],
    ["git_keys", ["read", "write"]],
  ]);
});
