/** Bits for what is known of a value while clients are followed. They are only ever added. */
export type Marks = number;

/** A client, or something that a client returns: all its members are of interest. */
export const client: Marks = 1;

/** It leads to a request when it is called, or holds something of interest under one of the keys of interest. */
export const holder: Marks = 2;

/** A request that is begun, and sent when it is awaited: calls of functions that return it may send it. The bit is set beside `client` or `holder`. */
export const begun: Marks = 4;

export const nothing: Marks = 0;
