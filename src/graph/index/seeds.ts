import type { At, Walk } from "./walk";

/** Notes that the code around mentions a client. */
export function noteSeed({ build }: Walk, { within }: At): void {
  const code = build.functions[within];
  if (code) code.isSeed = true;
}
