/** Shows the calls of a cell, filters calls by token type, and shows categories without calls. */
export const script = `
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const cells = all("button.cell[data-calls]");
const panels = all("section[data-panel]");
const open = (cell) => {
  for (const other of cells) other.setAttribute("aria-expanded", String(other === cell));
  for (const panel of panels) panel.hidden = panel.id !== cell?.dataset.calls;
};
for (const cell of cells) cell.addEventListener("click", () => open(cell.getAttribute("aria-expanded") === "true" ? undefined : cell));
const filter = (type) => {
  for (const button of all("[data-type]")) button.setAttribute("aria-pressed", String(button.dataset.type === type));
  const fits = (item) => type === "" || item.dataset.tokens === "" || item.dataset.tokens.split(" ").includes(type);
  for (const item of all("li[data-tokens]")) item.hidden = !fits(item);
  for (const cell of cells) {
    const number = all("#" + cell.dataset.calls + " li").filter(fits).length;
    cell.querySelector(".number").textContent = number;
    cell.classList.toggle("filtered", number === 0);
  }
};
for (const button of all("[data-type]")) button.addEventListener("click", () => filter(button.dataset.type));
const rest = document.getElementById("rest");
rest?.addEventListener("change", () => { for (const row of all("tr[data-rest]")) row.hidden = !rest.checked; });
open(cells.find((cell) => "#open=" + cell.dataset.calls === location.hash));
`;
