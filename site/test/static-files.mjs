import { createReadStream, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";

const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** @returns a request handler that answers with the files of a folder, as a static host does. */
export function siteHandler(folder) {
  return (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    const found = [path, `${path}index.html`, `${path}.html`]
      .map((each) => join(folder, each))
      .find((each) => statSync(each, { throwIfNoEntry: false })?.isFile());
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": types[extname(found)] ?? "application/octet-stream" });
    createReadStream(found).pipe(response);
  };
}
