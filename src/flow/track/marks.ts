/** What is known of a value while a client is followed: bits, which are only ever added. */
export type Marks = number;

/** A client, or what a client gives: all its members are of interest. */
export const client: Marks = 1;

/** It leads to a request when it is called, or holds something of interest under one of the keys of interest. */
export const holder: Marks = 2;

/** A request that is begun, and sent when somebody waits for it: who calls what gives it may send it. It stands beside `client` or `holder`. */
export const begun: Marks = 4;

export const nothing: Marks = 0;
