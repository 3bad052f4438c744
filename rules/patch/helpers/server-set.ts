import type { FieldShape } from "../../../src/shape/shape";

/** Names of fields that the server sets: identity, tags, links, times. */
const customary =
  /^_?(?:id|uid|uuid|kind|etag|url|href|selfLink|self_link|links|revision|version)$|(?:At|_at|Time|_time|Timestamp|_timestamp)$|^(?:created|updated|modified)/;

/**
 * Whether the server sets a field by itself, so that an update need not carry it. The declared type of an answer lists such fields as required,
 * but they do not have to be sent.
 */
export function isServerSet({ name, readOnly }: FieldShape): boolean {
  return readOnly === true || customary.test(name);
}
