// Measures time and memory of `restraint check` from one to eight thousand manifests. Writes a table and
// docs/pictures/growth.svg.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { manyFiles } from "./projects/manifest-files.mjs";
import { cache, program, race, root } from "./measure.mjs";

const sizes = [1000, 2000, 4000, 8000];
const colours = { time: "#0969da", memory: "#bf8700" };

/** @returns a picture of the ratios to the smallest size; the dashed line shows linear growth. */
function plot(points) {
  const most = sizes.at(-1) / sizes[0];
  const x = (size) => 60 + (size / sizes.at(-1)) * 500;
  const y = (ratio) => 300 - (ratio / most) * 260;
  const line = (of) => points.map(([size, ratio]) => `${x(size).toFixed(0)},${y(of(ratio)).toFixed(0)}`).join(" ");
  const label = (at, text, more = "") => `<text x="${at[0]}" y="${at[1]}" ${more}>${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 340" font-family="sans-serif" font-size="13" fill="#57606a">
<title>Time and memory of restraint check from 1,000 to 8,000 manifests</title>
<rect width="640" height="340" fill="#ffffff"/>
<path d="M60 40V300H580" fill="none" stroke="#8c959f"/>
<path d="M${x(sizes[0])} ${y(1)}L${x(sizes.at(-1))} ${y(most)}" stroke="#8c959f" stroke-dasharray="4 4"/>
<polyline points="${line(({ time }) => time)}" fill="none" stroke="${colours.time}" stroke-width="2"/>
<polyline points="${line(({ memory }) => memory)}" fill="none" stroke="${colours.memory}" stroke-width="2"/>
${sizes.map((size) => label([x(size), 318], size.toLocaleString("en"), 'text-anchor="middle"')).join("\n")}
${[1, 2, 4, 8].map((ratio) => label([50, y(ratio) + 4], `${ratio}×`, 'text-anchor="end"')).join("\n")}
${label([75, 60], "time", `fill="${colours.time}"`)}
${label([75, 80], "peak memory", `fill="${colours.memory}"`)}
${label([75, 100], "in proportion (dashed)")}
</svg>
`;
}

/** Prints the table and draws the picture. */
export async function run() {
  const contestants = sizes.map((size) => {
    return { name: `${size} manifests`, command: [process.execPath, program, "check", manyFiles(size)], cwd: cache };
  });
  const ratios = await race("growth", contestants, 3);
  writeFileSync(
    join(root, "docs/pictures/growth.svg"),
    plot(sizes.map((size) => [size, ratios.get(`${size} manifests`)])),
  );
}
