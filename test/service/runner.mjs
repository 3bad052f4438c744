// Runs client programs one after another, each with its own address of the service, and says how each ended.

/** A program that waits for something that never comes must not hold up the others. */
const patience = 20_000;

process.on("unhandledRejection", () => undefined);

/** Runs a module, and the functions that it exports: programs that only declare what they would send are called here. */
async function run(file, given) {
  for (const exported of Object.values(await import(file))) {
    if (typeof exported === "function") await exported(...given);
  }
}

process.on("message", async (cases) => {
  for (const { name, url, file, given = ["id", "id"] } of cases) {
    process.env.BASE_URL = url;
    process.env.TOKEN = "uat-1";
    process.env.INSTALLATION_TOKEN = "iat-1";
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("does not end")), patience);
    });
    let error;
    try {
      await Promise.race([run(file, given), late]);
    } catch (thrown) {
      error = String(thrown?.message ?? thrown);
    }
    clearTimeout(timer);
    process.send({ name, error });
  }
  process.exit(0);
});
