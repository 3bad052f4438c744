import { cellText, classNamed } from "./builtins/classes";
import { copyingFunction } from "./builtins/copying";
import { joinedQuery } from "./builtins/classes/joined-query";
import { call, constructValue, invoke } from "./calls/calls";
import { unknownArguments } from "./calls/arguments";
import { callSuper, construct } from "./classes/construct";
import { closureValue, enumeration } from "./classes/closures";
import { assignPattern } from "./expressions/assign";
import { argumentsOf } from "./expressions/call-expressions";
import { expression } from "./expressions/expressions";
import { convertPerhaps, iterated, jsonForm, ownFunction, ownPrimitive, withoutGetters } from "./expressions/implicit";
import { bind } from "./expressions/patterns";
import { setMember } from "./expressions/set-member";
import { templatePiece } from "./expressions/strings";
import { statement, statements } from "./flow/statements";
import { settleNative } from "./models/natives";
import { toSnapshot } from "./models/snapshot";
import { fromSnapshot } from "./models/from-snapshot";
import { importValue } from "./modules/exports";
import { namespaceMember, namespaceNames } from "./modules/namespaces";
import { singletonValue } from "./modules/singletons";
import type { Steps } from "./step-signatures";
import { annotated } from "./types/declared-names";
import { addedToStrings } from "./types/string-methods";
import { heldMember } from "./types/held-members";
import { asReceiver, methodOf, receiverOf } from "./types/receivers";
import { anyInstance } from "./types/shared-stand-ins";
import { clientOf, declaredValue } from "./types/types";

/** All steps of evaluation. */
export const steps: Steps = {
  expression,
  statement,
  statements,
  set: setMember,
  assignValue: assignPattern,
  call,
  construct: constructValue,
  argumentsOf,
  invoke,
  bind,
  settleNative,
  toSnapshot,
  fromSnapshot,
  unknownArguments,
  templatePiece,
  types: {
    methodOf,
    heldMember,
    addedToStrings,
    receiverOf,
    anyInstance,
    asReceiver,
    clientOf,
    declaredValue,
    annotated,
  },
  classes: { instantiate: construct, callSuper, enumeration, closure: closureValue },
  builtins: { cellText, joinedQuery, classNamed, copyingFunction },
  implicit: { ownFunction, ownPrimitive, convertPerhaps, withoutGetters, jsonForm, iterated },
  modules: { namespaceMember, namespaceNames, importValue, singletonValue },
};
