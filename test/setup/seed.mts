let isSaid = false;

/** Prints the seed and week by which the run draws the cases of its expensive tests. */
export default function setup(): void {
  // Vitest calls this once per project.
  if (isSaid) return;
  isSaid = true;
  const { RESTRAINT_SEED = "", RESTRAINT_WEEK = "" } = process.env;
  process.stdout.write(
    `Expensive tests draw their cases by RESTRAINT_SEED=${RESTRAINT_SEED} and RESTRAINT_WEEK=${RESTRAINT_WEEK}; \`npm run campaign\` tries all.\n`,
  );
}
