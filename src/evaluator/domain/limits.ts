import type TS from "typescript";

/** The bounds of the work on one file. */

/** Bounds of the work on one file. Calls beyond the first four bounds are not entered, and are taken to have any effect. */
export interface Limits {
  /** How many functions deep a call is followed. */
  readonly depth: number;
  /** Syntax nodes that one root may visit in functions that it calls. */
  readonly nodesPerRoot: number;
  /** The same for a root that seems to lead to no request. */
  readonly nodesPerQuietRoot: number;
  /** The same for all roots together. */
  readonly entered: number;
  /** Syntax nodes of the whole file and all that it calls: beyond them nothing is looked at. */
  readonly nodes: number;
}

export interface Work {
  /** How often the file was run. */
  passes: number;
  nodes: number;
  typeLookups: number;
  calls: number;
  /** How much was joined where paths meet: work that the number of nodes does not show. */
  joined: number;
}

/** How far the evaluator goes, and why not further. Beyond a bound values are unknown, or less detailed. */
export const bounds = {
  /** Recursion is found before it counts, and people write far shorter chains of wrappers. */
  callDepth: 24,
  /** Leading from an entry point to its requests takes a few hundred nodes; one in a bundle could call all of the bundle. */
  nodesPerRoot: 2_000,
  /** An entry point that mentions no client sends nothing: its calls matter only for what they write. */
  nodesPerQuietRoot: 150,
  /** When an entry point has visited so many of them, only calls that may lead to a request are entered: logging, validation and caching come first. */
  nodesOfQuietCalls: 1_000,
  /** When it has visited so many of them, a call is not entered whose caller supplies nothing: a login and its like come before many requests. */
  nodesOfUnsupplied: 200,
  /** A test calls the code of other files, which is looked at by itself, time and again: what the test itself sends is near. */
  nodesPerTestRoot: 400,
  /** Text of one function, for each node that an entry point may visit: source text has about one node for every four characters. */
  charactersPerAllowed: 16,
  /** Calls of all entry points together: enough for a small file with many of them, and linear in the text of a large one. */
  entered: { least: 40_000, perCharacter: 1 },
  /** All nodes, in all passes over loops: source text has about one node for every four characters. */
  nodes: { least: 150_000, perCharacter: 3 },
  /** Joining is most of the work where large objects change in many branches, and visits no node. */
  effortPerNode: 4,
  /** So many objects are put into a list in the time of joining one member. */
  cellsPerEffort: 8,
  /** A deeper expression or statement is generated code; each level takes several frames of a stack that holds some ten thousand. */
  nesting: 400,
  /** A pass repeats the whole file. Asynchronous writes found in one pass rarely lead to others; after four passes all is taken to be written. */
  passes: 4,
  /** Numbers of requests that a pass may need: two that share what they make do not use the same. */
  requestsPerPass: 2 ** 24,
  /** Rounds in which entry points run again that were told otherwise: few do in each, and one change may lead to the next. */
  entryRounds: 12,
  /** Functions within functions run again by themselves once; what is outdated even then runs again with the function around it. */
  innerRounds: 1,
  /** Rounds in which a loop's start may still change: the second widens, so that each further one comes from another slot. */
  rounds: 16,
  /** After so many, all that a round writes is unknown at its start: a value that goes from one variable to the next would take a round for each. */
  knownRounds: 10,
  /** Loops around a loop that may repeat it while they look for their starts. A list of lists is usual, and more is not. */
  searchingLoops: 2,
  /** A literal list that a loop goes through has few elements: one by one, each is a body run once more. */
  unrolled: 8,
  /** A callback for each element of a list: the members of a query that are copied one by one are more than a loop's elements, and the callback is short. */
  visited: 16,
  /** Elements of a list in which a value is looked for: a list of methods, of hosts, of states. */
  searched: 64,
  /** More possible values than a reader would list are no knowledge, and every operator goes through each pair of them. */
  alternatives: 8,
  /** Strings that one concatenation of alternatives may give: two operands of a few each. */
  combinations: 4,
  /** Alternatives of a variable for each of which a call that sends is repeated: each costs as much as the call. */
  partitions: 4,
  /** Nodes of an argument that are searched for variables: calls within arguments of calls would be searched once for each. */
  sharedReads: 100,
  /** Different values assigned asynchronously: a client for each of a few environments. */
  lastingValues: 4,
  /** Clients that stay known in a variable that a loop assigns: one for each branch of a conditional. */
  widenedClients: 2,
  /** Former contents that a slot keeps apart: older ones are joined, so that asking for them stays cheap. */
  history: 24,
  /** Fields that a class writes and that are forgotten one by one where one of its methods is not entered: a class with more gives itself away. */
  forgottenFields: 64,
  /** Classes that a class extends, one after the other: a longer chain is a circle in source text that is being edited. */
  superclasses: 20,
  /** Classes that extend a class, directly or not, and are searched for what they override: a class with more is made to be extended. */
  subclasses: 20,
  /** Members of members of an unknown value that a call may change: a path as long is written nowhere. */
  forgottenDepth: 5,
  /** Classes of one name, of which a container hands in one: for a browser, for a test, for a desktop. */
  implementations: 4,
  /** Aliases and utility types around the name of a class. */
  typeAliases: 8,
  /** Aliases and parentheses around a union of literals. */
  literalTypes: 4,
  /** Requests that have surely been answered, of which the latest are kept: each request remembers those before it. */
  answered: 100,
  /** Names in scope that are searched for an entity tag, to be offered in a suggestion. */
  names: 200,
  /** Objects within objects in a request: a deeper body is no literal. */
  snapshotDepth: 40,
  /** Objects within objects that `structuredClone` and `JSON.parse` copy one by one. */
  copyDepth: 10,
  /** Values that such a copy holds: an object that is reached in several ways is copied for each of them. */
  copiedValues: 5_000,
  /** Values that are searched for a `toJSON` and getters of their own: a larger value is taken to have none. */
  jsonValues: 5_000,
  /** Values in a snapshot: an object that is reached in several ways is in it several times, and `o = { a: o, b: o }` doubles it. */
  snapshotValues: 50_000,
  /** Members that a spread copies. Each copy holds all of them once more: `o = { ...o, more }` a thousand times would take quadratic memory. */
  copiedMembers: 500,
  /** Members of which each may change where a key is not known, or something unknown is copied over them: of more, all may be under any key. */
  changedMembers: 250,
  /** Ways out of a function, a loop or a `switch` that keep what conditions have shown: a function written by hand has fewer. */
  exits: 40,
  /** Copies of copies whose members are still known to be the first one's. */
  copiesOfCopies: 16,
  /** Members that may be left out of a copy: code that takes out more is a loop. */
  leftOut: 50,
  /** Elements of an array that is put together piece by piece, for each piece is a copy of it. A literal is made in one go and may have any number. */
  items: 1_000,
  /** Pieces of a string, those of alternatives within it included: `s += s` doubles it, and each conditional in a template multiplies what may stand there. */
  pieces: 400,
  /** Pieces of one value within a string that has become too large: values of fewer pieces are kept. */
  holePieces: 100,
  /** Pieces at the beginning of such a string that are kept: its host and path stand there. */
  keptPieces: 100,
  /** Members of an object of which each change makes a copy: a copy of so few costs less than a second layer. */
  copiedLayer: 16,
  /** Keys of two objects of which the order is compared where paths join: with more, joining would no longer be linear. */
  comparedKeys: 64,
  /** Members of members of an unknown value whose class is looked for: nobody declares a client deeper, and a chain may have a thousand calls. */
  memberDepth: 16,
  /** Modules of one circle of imports that wait for each other: a circle is an oversight, and few of its files need each other before they have run. */
  waitingModules: 24,
  /** Files that may declare a method of one name: in more of them, the name says nothing about the class. */
  declaringFiles: 8,
} as const;

/** Files that nearly all test runners take for tests. */
const testFile = /(?:\.(?:test|spec)\.[cm]?[jt]sx?$|\/__tests__\/)/u;

/** Most files end far below: the bounds are for bundles of many thousand lines, and for what is written to be slow. */
export function limitsFor(sourceFile: TS.SourceFile): Limits {
  const { fileName, text } = sourceFile;
  const { length } = text;
  const { callDepth, nodesPerRoot, nodesPerTestRoot, nodesPerQuietRoot, entered, nodes } = bounds;
  return {
    depth: callDepth,
    nodesPerRoot: testFile.test(fileName) ? nodesPerTestRoot : nodesPerRoot,
    nodesPerQuietRoot,
    entered: entered.least + entered.perCharacter * length,
    nodes: nodes.least + nodes.perCharacter * length,
  };
}

/** Thrown when a file has used up its work: the rest of it is not looked at. */
export class OutOfWork extends Error {}
