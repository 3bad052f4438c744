/**
 * The rules that random programs are checked by, and how a problem that one of them finds shows at the service: a program that fails for
 * another reason proves nothing about the rule. The words are the reference service's own; no status is looked at.
 */
export const reasons: Readonly<Record<string, RegExp>> = {
  "valid-fields": /^refused .*Invalid field selection/,
  "no-data-prefix": /^refused .*Invalid field selection/,
  "no-array-in-patch": /^damaged: .* (?:tags|hosts|rows|attendees) is \[/,
  "no-full-resource-patch": /^damaged: .* is 1, meant 2/,
  "no-undefined-in-patch": /^damaged: .* (?:is still|is .*null)/,
  "no-required-null": /^refused .* is required/,
  "valid-body": /^refused .*(?:the body is not|there is no field|must be a|Content-Type)/,
  "require-if-match": /^refused .*If-Match|^damaged: .* (?:daily|stock) is/,
  "no-stale-etag": /^refused .*not the current one/,
  "complete-put": /^refused .* is required|^damaged: .* (?:note is gone|created is)/,
  "valid-method-override": /^refused .*(?:not described|is required)|^damaged: .* (?:is gone|color is "red")/,
  "require-json-content-type": /^refused .*Content-Type/,
  "gzip-user-agent": /^damaged: the answer came uncompressed/,
  "bearer-authorization": /^refused .*Bearer/,
  "require-authorization": /^refused .*Bearer/,
  "token-type": /^refused .* is not for/,
};
