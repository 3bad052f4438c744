// Writes a report into one comment on the pull request, which later runs replace. The environment is what GitHub gives to a step, and
// MARKDOWN, the file to tell, FOLDER, which tells several checks of one pull request apart, and GITHUB_TOKEN.
import { readFileSync } from "node:fs";

const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_EVENT_PATH, GITHUB_TOKEN, MARKDOWN } = process.env;
/** Comments are looked through up to here: a request a hundred. */
const mostPages = 30;
/** Reports with nothing to tell. */
const quiet = /^### Restraint: (?:no findings|0 \w+ hit)\n/u;

class Refused extends Error {}

async function request(method, path, body) {
  const answer = await fetch(`${api}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${GITHUB_TOKEN}`,
      Accept: "application/vnd.github+json",
      "X-GitHub-Api-Version": "2022-11-28",
      "User-Agent": "restraint",
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Refused(`${method} ${path} was answered with ${answer.status}`);
  return answer.json();
}

/** An installation's token, such as the one of every workflow, may not ask who it is: it writes as a bot. */
async function isOwn() {
  try {
    const { login } = await request("GET", "/user");
    return ({ user }) => user?.login === login;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return ({ user }) => user?.type === "Bot";
  }
}

/** Others may write a comment that begins as ours does: it is left alone. */
async function findComment(number, marker) {
  const owns = await isOwn();
  for (let page = 1; page <= mostPages; page += 1) {
    const comments = await request("GET", `/repos/${repository}/issues/${number}/comments?per_page=100&page=${page}`);
    const found = comments.find((comment) => comment.body?.startsWith(marker) && owns(comment));
    if (found || comments.length < 100) return found;
  }
  return undefined;
}

async function main() {
  const number = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8")).pull_request?.number;
  if (number === undefined) {
    console.log("No comment: this run is about no pull request.");
    return;
  }
  const marker = `<!-- restraint: ${JSON.stringify(process.env.FOLDER ?? ".").replaceAll("-->", "")} -->`;
  const text = readFileSync(MARKDOWN, "utf8");
  const known = await findComment(number, marker);
  const body = `${marker}\n${text}`;
  if (known) await request("PATCH", `/repos/${repository}/issues/comments/${known.id}`, { body });
  else if (quiet.test(text)) console.log("No comment: there are no findings.");
  else await request("POST", `/repos/${repository}/issues/${number}/comments`, { body });
}

try {
  await main();
} catch (error) {
  // The check itself has said what it found; a pull request of a fork has a token that may not write.
  const message = `${error instanceof Error ? error.message : error}. The job needs the permission \`pull-requests: write\`.`;
  console.log(`::warning title=restraint::The comment was not written: ${message.replace(/[\r\n%]/gu, " ")}`);
}
