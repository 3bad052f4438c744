/** How far the evaluation goes, and why not further. Beyond a bound a value is unknown, with the bound as its reason; a call site is never lost. */
export const limits = {
  /** More possible values than a reader would list are no knowledge, and every operator goes through each pair of them. */
  alternatives: 8,
  /** Evaluations in a project: so many, and so many for each value of the code that takes part. Half of them may tell what calls call. */
  evaluations: 600_000,
  evaluationsOfValue: 1,
  /**
   * Evaluations for what one call sends, beside those for each value of its file. In three large applications 97% of the calls take fewer; the others took
   * most of the time, and hardly ever gave more: they are calls from far outside, whose requests are told further in.
   */
  evaluationsOfQuestion: 2_000,
  /** The same for what one call calls: of 30,000 calls of the largest application 99% take fewer than 300. */
  evaluationsOfCallee: 800,
  /** The same for a call by the name of a method that nothing in the project has: mostly one of a list or a text. */
  evaluationsOfUnlikely: 60,
  /** Evaluations for one call of a function, before its calls are not told apart any more. Wrappers take some hundred. */
  evaluationsOfCall: 300,
  /** Evaluations for a condition on the way to a value: beyond, either way may be taken. Conditions of wrappers take some ten. */
  evaluationsOfCondition: 60,
  /** Calls of a function that take more than the others may: of one with more of them than of others, calls are not told apart any more. */
  cutCalls: 2,
  /** Values within values: each takes several frames of a stack that holds some ten thousand. */
  levels: 400,
  /** How often a function may be evaluated within itself: as an argument of its own call it is, and more is recursion. */
  entries: 2,
  /**
   * Contexts that the calls of a function lead to, for each of its calls: functions that call others twice, these again others twice, would be entered
   * a thousand times after ten such steps. Wrappers around wrappers take some twenty. On the way to a request,
   * a function may enter one more for each call in it.
   */
  entered: 24,
  /** Contexts of a function that it enters while it runs: what it gives itself differs each time. */
  recursive: 8,
  /** Loops around each other whose rounds are evaluated: each is evaluated on its own, and in a round of each one around it. */
  loops: 3,
  /** Rounds of a loop after which what still grows may be anything: as many as variables hand a value on to each other. */
  loopRounds: 5,
  /** Calls of one callback of which the arguments are told apart. */
  invocations: 8,
  /** Pieces of a string, those of its holes included: `s += s` doubles it. */
  pieces: 400,
  /** Elements of an array, and members of an object, that are looked at one by one. */
  members: 1_000,
  /** Elements for which a callback is called one by one: the members of a query that are copied are more than a loop's elements. */
  rounds: 32,
  /** Steps of a regular expression of the program, which could take any time. */
  matching: 20_000,
  /** The length of a text in which a regular expression is looked for, and of one that is repeated. Paths are shorter. */
  length: 2_000,
  /** Values that a deep copy goes through one by one, and how deep. */
  copied: 5_000,
  copyDepth: 10,
} as const;
