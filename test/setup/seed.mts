let isSaid = false;

/** Says by which seed the run draws the cases of its expensive tests. */
export default function setup(): void {
  // Vitest calls this for each of its projects.
  if (isSaid) return;
  isSaid = true;
  process.stdout.write(
    `Expensive tests draw their cases by RESTRAINT_SEED=${process.env.RESTRAINT_SEED ?? ""}; \`npm run campaign\` tries all.\n`,
  );
}
