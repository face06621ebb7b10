import type { Coverage } from "./coverage.ts"
import type { Reasons } from "./gate.ts"
import { kindWords, signs, type Kind } from "./marks.ts"
import { chartHtml, escaped } from "./reportChart.ts"
import { style } from "./reportStyle.ts"
import { columns, rowsOf, type Tally } from "./table.ts"

const percent = (part: number, all: number): string => (all === 0 ? "–" : `${Math.floor((100 * part) / all)} %`)
const cell = ({ all, unit, program, sessions }: Tally): string =>
  all === 0
    ? `<td class="count">–</td>`
    : `<td class="count" title="${unit}, ${program} and ${sessions} of ${all}">${[unit, program, sessions].map((one) => percent(one, all)).join(" · ")}</td>`

const overview = (coverages: ReadonlyArray<Coverage>): string => {
  const head = ["chart", "paths", ...Object.keys(columns)].map((title) => `<th scope="col">${title}</th>`).join("")
  const rows = rowsOf(coverages).map(({ chart, paths, tallies }) => {
    const name = chart === "all" ? "<b>all</b>" : `<a href="#${escaped(chart)}">${escaped(chart)}</a>`
    return `<tr><th scope="row">${name}</th><td class="count">${paths}</td>${tallies.map(cell).join("")}</tr>`
  })
  return `<div class="scroll" tabindex="0" role="region" aria-label="All charts"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`
}

/** Draws each picture when it comes into sight, in the colours of the day or of the night. */
const drawing = `
const darkness = matchMedia("(prefers-color-scheme: dark)")
const drawn = new Set()
let last = Promise.resolve()
const draw = async (box) => {
  const dark = darkness.matches
  mermaid.initialize({ startOnLoad: false, securityLevel: "strict", theme: dark ? "dark" : "default",
    themeVariables: dark ? { edgeLabelBackground: "#303030" } : {}, state: { useMaxWidth: false }, fontFamily: "system-ui, sans-serif" })
  const { svg } = await mermaid.render("picture-" + box.closest("article").id, box.querySelector("pre").textContent)
  box.querySelectorAll(":scope > :not(pre)").forEach((one) => one.remove())
  box.insertAdjacentHTML("beforeend", svg)
  for (const label of box.querySelectorAll("g.edgeLabels g.label[data-id]")) {
    const kind = signs[label.textContent.trim()[0]]
    const line = box.querySelector('path[data-id="' + label.dataset.id + '"]')
    if (kind !== undefined) for (const one of [label, line]) one?.classList.add(kind)
  }
}
for (const button of document.querySelectorAll("button.size")) button.addEventListener("click", () => {
  const box = button.closest("article").querySelector(".picture")
  button.setAttribute("aria-pressed", String(box.classList.toggle("full")))
})
const show = (box) => (last = last.then(() => draw(box)).catch((error) => console.error(error)))
const sight = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) if (isIntersecting && !drawn.has(target)) { drawn.add(target); show(target) }
}, { rootMargin: "600px" })
for (const box of document.querySelectorAll(".picture")) sight.observe(box)
darkness.addEventListener("change", () => drawn.forEach(show))`

/**
 * The report as one page that needs nothing else: every chart as a picture and as
 * a list of transitions, coloured by who took them.
 * @param mermaid the text of the library that draws.
 */
export const reportHtml = (coverages: ReadonlyArray<Coverage>, reasons: Reasons, mermaid: string): string => {
  const kinds = Object.keys(signs) as ReadonlyArray<Kind>
  const key = kinds.map((kind) => `<li class="${kind}"><b class="mark">${signs[kind]}</b> ${kindWords[kind]}</li>`)
  const bySign = Object.fromEntries(kinds.map((kind) => [signs[kind], kind]))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Path coverage</title><style>${style}</style></head>
<body><main><h1>Path coverage</h1>
<p>In each cell: what the tests' paths take on a running chart · what the running program was seen to take (charts in real pages, lifecycles on the server) · what recorded sessions take.</p>
${overview(coverages)}
<p><label><input type="checkbox" id="untaken"> Only what the running program was not seen to take</label></p>
<ul class="key">${key.join("")}</ul>
${coverages.map((coverage) => chartHtml(coverage, reasons)).join("\n")}
</main>
<script>${mermaid.replaceAll("</script", "<\\/script")}</script>
<script>const signs = ${JSON.stringify(bySign)}${drawing}</script>
</body></html>
`
}
