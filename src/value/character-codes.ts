/** Character codes that matter in YAML. */

export const tab = 9;
export const lineFeed = 10;
export const carriageReturn = 13;
export const space = 32;
export const doubleQuote = 34;
export const hash = 35;
export const singleQuote = 39;
export const comma = 44;
export const dash = 45;
export const colon = 58;
export const atSign = 64;
export const openBracket = 91;
export const closeBracket = 93;
export const bar = 124;
export const openBrace = 123;
export const closeBrace = 125;
export const byteOrderMark = 0xfeff;
