// The content of the playground is in the link itself, compressed, so that no server stores it.

/** @returns the fragment of a link, the part after `#`. */
export async function toLink(state) {
  const stream = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/gu, "-").replace(/\//gu, "_").replace(/=+$/u, "");
}

/** Limits memory, because a link may come from anyone. */
const mostCharacters = 1_000_000;

/** @returns the content of a link; `undefined` if it has none, or none that can be read. */
export async function fromLink(hash) {
  if (hash === "") return undefined;
  try {
    const text = atob(hash.replace(/-/gu, "+").replace(/_/gu, "/"));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let json = "";
    for (let next = await reader.read(); !next.done && json.length < mostCharacters; next = await reader.read())
      json += decoder.decode(next.value, { stream: true });
    const state = JSON.parse(json);
    const fields = Object.entries(state).filter(([, value]) => typeof value === "string");
    return Object.fromEntries(fields);
  } catch {
    return undefined;
  }
}
