/** A page has neither a machine name nor a home folder, and writes no files. */
export const hostname = () => "";
export const homedir = () => "";
export const tmpdir = () => "";
