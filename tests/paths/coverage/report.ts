import type { AnyStateNode } from "xstate"
import { withoutGuard, type Coverage } from "./coverage.ts"
import { style } from "./reportStyle.ts"
import { columns, rowsOf, type Tally } from "./table.ts"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Who took it, as a class for its colour and as words; nobody may count it, too. */
const markOf = ({ seen, isLifecycle }: Coverage, name: string): readonly [kind: string, words: string] => {
  const [unit, program, sessions] = [seen.unit, seen.program, seen.sessions].map(({ taken }) => taken.has(name))
  const place = isLifecycle ? "server" : "page"
  const words = [unit ? "paths" : "", program ? place : "", sessions ? "session" : ""].filter(Boolean)
  const kind = program && sessions ? "all" : program ? "some" : unit || sessions ? "paths" : "none"
  return [kind, words.join(", ") || "nobody"]
}

const named = /^(\S+) (\S+) #(\d+)(?: \[(.*)\])?$/
type Declared = { readonly name: string; readonly source: string; readonly event: string; readonly index: number; readonly guard?: string }
const parsed = (name: string): Declared => {
  const [, source = "", event = "", index = "0", guard] = named.exec(name) ?? []
  return { name, source, event, index: Number(index), ...(guard === undefined ? {} : { guard }) }
}

const targetOf = (node: AnyStateNode, { event, index }: Declared): string => {
  const list = event === "always" ? node.always : node.transitions.get(event)
  const targets = list?.[index]?.target ?? []
  return targets.map(({ path }) => path.join(".")).join(", ") || "stays"
}
const eventWords = (event: string): string =>
  event
    .replace(/^xstate\.after\.([^.]+)\..*$/, "after $1")
    .replace(/^xstate\.(done|error|snapshot)\.(?:actor\.)?/, (_, kind: string) =>
      kind === "done" ? "answer of " : kind === "error" ? "failure of " : "news of ",
    )

const rowOf = (coverage: Coverage, node: AnyStateNode, declared: Declared, nobody: Readonly<Record<string, string>>): string => {
  const [kind, words] = markOf(coverage, declared.name)
  const reason = nobody[withoutGuard(declared.name)]
  const refused = (["unit", "program", "sessions"] as const).filter((source) =>
    coverage.seen[source].refused.has(`${declared.name} refused`),
  )
  const guard =
    declared.guard === undefined
      ? ""
      : ` <span class="caption">if ${escaped(declared.guard)}; no: ${refused.map((source) => ({ unit: "paths", program: coverage.isLifecycle ? "server" : "page", sessions: "session" })[source]).join(", ") || "nobody"}</span>`
  const why = reason === undefined ? "" : `<br><span class="caption">Nobody can cause it: ${escaped(reason)}</span>`
  return `<tr class="${kind}"><td><code>${escaped(eventWords(declared.event))}</code>${guard}</td><td><code>${escaped(targetOf(node, declared))}</code></td><td><span class="mark">${words}</span>${why}</td></tr>`
}

const stateText = (coverage: Coverage, node: AnyStateNode, nobody: Readonly<Record<string, string>>): string => {
  const own = coverage.transitions.map(parsed).filter(({ source }) => source === node.id)
  const rows = own.map((declared) => rowOf(coverage, node, declared, nobody)).join("")
  const title = node.path.join(" › ") || "in every state"
  const table =
    own.length === 0
      ? ""
      : `<div class="scroll" tabindex="0" role="region" aria-label="Transitions of ${escaped(coverage.chart)}, ${escaped(title)}"><table><thead><tr><th scope="col">what happens</th><th scope="col">leads to</th><th scope="col">taken by</th></tr></thead><tbody>${rows}</tbody></table></div>`
  const states = Object.values(node.states).map((state) => stateText(coverage, state, nobody)).join("")
  const head =
    node.path.length === 0 && own.length === 0
      ? ""
      : `<h3>${escaped(title)}</h3><p class="caption">${escaped(node.description ?? "")}</p>`
  const nested = node.path.length === 0 ? states : `<div class="nested">${states}</div>`
  return `<section class="state">${head}${table}</section>${states === "" ? "" : nested}`
}

const pairsText = ({ pairs, seen }: Coverage): string => {
  const left = pairs.filter((pair) => !Object.values(seen).some((one) => one.pairs.has(pair)))
  if (left.length === 0) return ""
  const shown = left.slice(0, 300).map((pair) => `<li><code>${escaped(pair)}</code></li>`)
  const more = left.length > shown.length ? `<li>and ${left.length - shown.length} more</li>` : ""
  return `<details><summary>${left.length} of ${pairs.length} pairs that can follow each other were seen by nobody</summary><ul>${shown.join("")}${more}</ul></details>`
}

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

/** The report as one page that needs nothing else: every chart with its transitions, coloured by who took them. */
export const reportHtml = (coverages: ReadonlyArray<Coverage>, nobody: Readonly<Record<string, string>>): string => {
  const charts = coverages.map(
    (coverage) =>
      `<article id="${escaped(coverage.chart)}" aria-labelledby="${escaped(coverage.chart)}-title"><h2 id="${escaped(coverage.chart)}-title">${escaped(coverage.chart)} <span class="caption">${escaped(coverage.area)}</span></h2>${stateText(coverage, coverage.machine.root, nobody)}${pairsText(coverage)}</article>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Path coverage</title><style>${style}</style></head>
<body><main><h1>Path coverage</h1>
<p>In each cell: what the tests' paths take on a running chart · what the running program was seen to take (charts in real pages, lifecycles on the server) · what recorded sessions take.</p>
${overview(coverages)}
<p><label><input type="checkbox" id="untaken"> Only what the running program was not seen to take</label></p>
<ul class="key"><li><table><tbody><tr class="all"><td class="mark">page and session</td></tr></tbody></table></li><li><table><tbody><tr class="some"><td class="mark">page or server</td></tr></tbody></table></li><li><table><tbody><tr class="paths"><td class="mark">paths only</td></tr></tbody></table></li><li><table><tbody><tr class="none"><td class="mark">nobody</td></tr></tbody></table></li></ul>
${charts.join("\n")}
</main></body></html>
`
}
