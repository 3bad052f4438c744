import type { FieldShape } from "../../../src/shape/shape";

/** Common names of fields that the server sets: ids, tags, links, times. */
const customary =
  /^_?(?:id|uid|uuid|kind|etag|url|href|selfLink|self_link|links|revision|version)$|(?:At|_at|Time|_time|Timestamp|_timestamp)$|^(?:created|updated|modified)/;

/** Whether the server sets a field itself, so that an update may omit it. Declared types of answers list such fields as required. */
export function isServerSet({ name, readOnly }: FieldShape): boolean {
  return readOnly === true || customary.test(name);
}
