import { opaque, type Native } from "../../../clients/native";
import { namespace, usingSlot } from "../../drafts/natives";
import type { Client } from "../client";

/**
 * Containers that inject instances of the project's classes.
 *
 * - `container.resolve(Class)` of tsyringe. Source: https://github.com/microsoft/tsyringe#resolution
 * - `Container.get(Class)` of TypeDI. Source: https://docs.typestack.community/typedi/develop/02-basic-usage-guide
 * - `container.get<Type>(identifier)` of InversifyJS. Source: https://inversify.io/docs/api/container/
 */
export const injection: Client = {
  name: "injection",
  quiet: true,
  modules: {
    tsyringe: () => namespace("tsyringe", { container: () => containerWith("resolve") }),
    typedi: () => namespace("typedi", { Container: () => containerWith("get") }),
    inversify: () =>
      namespace("inversify", {
        Container: () => ({ label: "Container", construct: ({ range }) => opaque(containerWith("get"), range) }),
      }),
  },
};

function containerWith(method: string): Native {
  return namespace("container", { [method]: () => usingSlot(method, { does: "inject", token: 0 }) });
}
