import { assignPattern } from "./assign";
import { setMember } from "./set-member";
import { cellText } from "./builtins/web";
import { call, invoke, restArguments } from "./calls";
import { callSuper } from "./classes";
import { closureValue, enumeration } from "./closures";
import { narrowTruth } from "./conditions";
import { expression } from "./expressions";
import { unknownArguments } from "./functions";
import { importValue } from "./modules";
import { settleNative } from "./natives";
import { bind } from "./patterns";
import { freeze, thaw } from "./snapshot";
import { statement, statements } from "./statements";
import type { Steps } from "./step-signatures";
import { templatePiece } from "./strings";
import { clientOf, declaredValue } from "./types";

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
