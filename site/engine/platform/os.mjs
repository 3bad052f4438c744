/** A page has no name of a machine and no folders of a person, and writes no files. */
export const hostname = () => "";
export const homedir = () => "";
export const tmpdir = () => "";
