// Node's functions on addresses, by the browser's own parser.

export const isIPv4 = (text) =>
  /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/u.test(text) && !/(?:^|\.)0\d/u.test(text);
export const isIPv6 = (text) => /^[\da-f:.]+$/iu.test(text) && text.includes(":") && URL.canParse(`http://[${text}]/`);
export const isIP = (text) => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0);
