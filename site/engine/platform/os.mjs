/** A page has no name of a machine, and writes no files. */
export const hostname = () => "";
