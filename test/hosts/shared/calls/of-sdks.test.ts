import ts from "typescript";
import { describe, expect, it } from "vitest";
import { findSdkCalls } from "../../../../src/hosts/shared/calls/of-sdks";

function sdksIn(text: string, isFollowed?: (specifier: string) => boolean): readonly unknown[] {
  const sourceFile = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  return findSdkCalls(ts, sourceFile, isFollowed).map((each) => `${each.package} ${each.count}`);
}

describe("calls of packages that say that they are clients", () => {
  it.each([
    [
      'import * as k8s from "@kubernetes/client-node";\nconst kc = new k8s.KubeConfig();\nconst core = kc.makeApiClient(k8s.CoreV1Api);\nawait core.readNamespacedPod(a);\nawait core.patchNamespacedPod(b);',
      ["@kubernetes/client-node 2"],
    ],
    [
      'import { S3Client, PutObjectCommand } from "@aws-sdk/client-s3";\nconst s3 = new S3Client({});\nawait s3.send(new PutObjectCommand({}));',
      ["@aws-sdk/client-s3 1"],
    ],
    ['import { WebClient } from "@slack/web-api";\nawait new WebClient(t).chat.postMessage({});', ["@slack/web-api 1"]],
    [
      'import { WebClient } from "@slack/web-api";\nconst web = new WebClient(t);\nawait web.chat.postMessage({});',
      ["@slack/web-api 1"],
    ],
    [
      'import * as k8s from "@kubernetes/client-node";\nconst apps = new k8s.KubeConfig().makeApiClient(k8s.AppsV1Api);\nexport const scale = (a) => apps.patchNamespacedDeployment(a);\nexport function read(a) { return apps.readNamespacedDeployment(a).then((b) => b.spec); }',
      ["@kubernetes/client-node 2"],
    ],
    [
      'import { AppsV1Api, KubeConfig } from "@kubernetes/client-node";\nclass Scaler { #config = new KubeConfig(); constructor() { this.apps = this.#config.makeApiClient(AppsV1Api); } async run(a) { await this.apps.patchNamespacedDeployment(a); } }',
      ["@kubernetes/client-node 1"],
    ],
    [
      'import { PubSub } from "@google-cloud/pubsub";\nconst p = new PubSub();\nawait p.topic("a").publish(b);',
      ["@google-cloud/pubsub 1"],
    ],
  ])("%j", (text, expected) => {
    expect(sdksIn(text)).toEqual(expected);
  });

  it.each([
    'import { PrismaClient } from "@prisma/client";\nconst p = new PrismaClient();\nawait p.user.findMany();',
    'import { Storage } from "@google-cloud/storage";\nconst s = new Storage();\nawait s.getBuckets();',
    'import { AppsV1Api, KubeConfig } from "@kubernetes/client-node";\nexport const client = (c = new KubeConfig()) => c.makeApiClient(AppsV1Api);\nexport const config = () => new KubeConfig();',
    'import { get } from "../api/users";\nawait get();',
    'import { get } from "@/api/users";\nawait get();',
    'import { get } from "api/users";\nawait get();',
    'import { createRoot } from "react-dom/client";\nawait createRoot(a);',
    'import fastify from "fastify";\nawait fastify().listen();',
  ])("none: %j", (text) => {
    expect(sdksIn(text)).toEqual([]);
  });

  it("leaves packages out that are followed", () => {
    expect(sdksIn('import { get } from "@acme/api";\nawait get();', () => true)).toEqual([]);
  });
});
