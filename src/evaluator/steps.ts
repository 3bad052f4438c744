import { assignPattern } from "./expressions/assign";
import { setMember } from "./expressions/set-member";
import { cellText } from "./builtins/web";
import { call, invoke, restArguments } from "./calls/calls";
import { callSuper } from "./classes/classes";
import { closureValue, enumeration } from "./calls/closures";
import { narrowTruth } from "./flow/conditions";
import { expression } from "./expressions/expressions";
import { unknownArguments } from "./calls/functions";
import { importValue } from "./modules/modules";
import { settleNative } from "./models/natives";
import { bind } from "./expressions/patterns";
import { freeze, thaw } from "./models/snapshot";
import { statement, statements } from "./flow/statements";
import type { Steps } from "./step-signatures";
import { templatePiece } from "./expressions/strings";
import { clientOf, declaredValue } from "./types/types";

/** All steps of evaluation. */
export const steps: Steps = {
  expression,
  statement,
  statements,
  set: setMember,
  assignValue: assignPattern,
  call,
  callSuper,
  invoke,
  closure: closureValue,
  enumeration,
  bind,
  restArguments,
  cellText,
  settleNative,
  importValue,
  freeze,
  thaw,
  clientOf,
  declaredValue,
  unknownArguments,
  narrowTruth,
  templatePiece,
};
