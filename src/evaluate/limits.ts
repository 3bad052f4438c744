/** Bounds of the evaluation, with their reasons. Beyond a bound a value is unknown, with the bound as its reason; a call site is never lost. */
export const limits = {
  /** A reader would not list more alternatives, and binary operators combine every pair of them. */
  alternatives: 8,
  /** Evaluations in a project: a fixed number, plus a number for each value of the code that takes part. Finding callees may use half of them. */
  evaluations: 1_000_000,
  evaluationsOfValue: 1,
  /**
   * Evaluations for what one call sends, in addition to `evaluationsOfValue` for each value of its file. In three large applications 97% of the calls take
   * fewer. The others took most of the time and rarely gave more: they are far from the request, which is reported at calls nearer to it.
   */
  evaluationsOfQuestion: 2_000,
  /** The same for the callee of one call: of 30,000 calls of the largest application 99% take fewer than 300. */
  evaluationsOfCallee: 800,
  /** The same for a call whose method name is declared nowhere in the project: usually a method of an array or a string. */
  evaluationsOfUnlikely: 60,
  /** Evaluations for one call of a function. Beyond, the call counts as cut (`cutCalls`). Wrappers take some hundred. */
  evaluationsOfCall: 300,
  /** Evaluations for a condition. Beyond, both branches count as possible. Conditions of wrappers take some ten. */
  evaluationsOfCondition: 60,
  /** A function is heavy if its cut calls outnumber its other calls by this number. All calls of a heavy function share one result. */
  cutCalls: 2,
  /** Depth of nested evaluations: each level takes several frames of a stack that has room for some ten thousand. */
  levels: 400,
  /** Nested evaluations of one function: a call as an argument of a call of the same function needs two; more is recursion. */
  entries: 2,
  /**
   * Contexts that calls in a function may create, for each of its calls. Without a bound, ten levels of functions that each call the next one twice would
   * create a thousand contexts. Wrappers around wrappers take some twenty. On the way to a request, a function may create one more context for each call in it.
   */
  entered: 24,
  /** Contexts that a recursive function may create for itself: it may pass other arguments each time. */
  recursive: 8,
  /** Nested loops whose rounds are evaluated: an inner loop is evaluated on its own, and in a round of each loop around it. */
  loops: 3,
  /** Rounds after which a value that still changes is widened. Each round passes a value on by one variable. */
  loopRounds: 5,
  /** Calls of one callback whose arguments are kept apart. */
  invocations: 8,
  /** Pieces of a text, including those of its holes: `s += s` doubles them. */
  pieces: 400,
  /** Elements of an array, and members of an object, that are evaluated one by one. */
  members: 1_000,
  /** Elements for which a callback is called one by one: code that copies the parameters of a query iterates over more elements than most loops. */
  rounds: 32,
  /** Steps of a regular expression of the program; its matching may take exponential time. */
  matching: 20_000,
  /** Length of a text that a regular expression searches, and of a repeated text. Paths are shorter. */
  length: 2_000,
  /** Values that a deep copy copies, and its depth. */
  copied: 5_000,
  copyDepth: 10,
} as const;
