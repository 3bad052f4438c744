// Draws bars of CPU time and memory on a logarithmic scale: each line is twice the one before, because the slowest tool
// takes a hundred times as long as the fastest.

const colours = { cpu: "#0969da", memory: "#bf8700" };
const names = 270;
const width = 760;

/** @param {[string, { cpu: number, memory: number }][]} tools ratios to the first tool. */
export function plotBars(tools) {
  const all = tools.flatMap(([, { cpu, memory }]) => [cpu, memory]);
  const least = Math.floor(Math.log2(Math.min(...all)) - 0.5);
  const most = Math.ceil(Math.log2(Math.max(...all)));
  const x = (ratio) => names + ((Math.log2(ratio) - least) / (most - least)) * (width - names - 60);
  const height = 60 + tools.length * 46;
  const bar = (ratio, y, colour) =>
    `<rect x="${names}" y="${y}" width="${(x(ratio) - names).toFixed(0)}" height="16" fill="${colour}"/><text x="${(x(ratio) + 6).toFixed(0)}" y="${y + 13}">${ratio.toFixed(2)}×</text>`;
  const rows = tools.map(([name, { cpu, memory }], index) => {
    const y = 40 + index * 46;
    return `<text x="${names - 10}" y="${y + 21}" text-anchor="end">${name}</text>\n${bar(cpu, y, colours.cpu)}\n${bar(memory, y + 17, colours.memory)}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#57606a">
<title>CPU and peak memory of five tools on the same 200 manifests, as ratios to restraint</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${names}" y="24" fill="${colours.cpu}">CPU</text>
<text x="${names + 50}" y="24" fill="${colours.memory}">peak memory</text>
<path d="M${x(1).toFixed(0)} 34V${height - 12}" stroke="#8c959f" stroke-dasharray="4 4"/>
${rows.join("\n")}
</svg>
`;
}
