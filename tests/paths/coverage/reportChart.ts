import type { AnyStateNode } from "xstate"
import type { Coverage } from "./coverage.ts"
import { drawingOf } from "./drawing.ts"
import { withoutGuard, type Reasons } from "./gate.ts"
import { kindOf, signs, takersOf } from "./marks.ts"

/** Text as HTML shows it. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const named = /^(\S+) (\S+) #(\d+)(?: \[(.*)\])?$/
type Declared = {
  readonly name: string
  readonly source: string
  readonly event: string
  readonly index: number
  readonly guard?: string
}
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

const rowOf = (coverage: Coverage, node: AnyStateNode, declared: Declared, reasons: Reasons): string => {
  const kind = kindOf(coverage, "taken", declared.name)
  const reason = reasons[withoutGuard(declared.name)]
  const no = takersOf(coverage, "refused", `${declared.name} refused`)
  const guard =
    declared.guard === undefined ? "" : ` <span class="caption">if ${escaped(declared.guard)}; said no to: ${no}</span>`
  const why = reason === undefined ? "" : `<br><span class="caption">No one can cause it: ${escaped(reason)}</span>`
  return `<tr class="${kind}"><td><code>${escaped(eventWords(declared.event))}</code>${guard}</td><td><code>${escaped(targetOf(node, declared))}</code></td><td><span class="mark">${signs[kind]} ${takersOf(coverage, "taken", declared.name)}</span>${why}</td></tr>`
}

const stateText = (coverage: Coverage, node: AnyStateNode, reasons: Reasons): string => {
  const own = coverage.transitions.map(parsed).filter(({ source }) => source === node.id)
  const rows = own.map((declared) => rowOf(coverage, node, declared, reasons)).join("")
  const title = node.path.join(" › ") || "in every state"
  const table =
    own.length === 0
      ? ""
      : `<div class="scroll" tabindex="0" role="region" aria-label="Transitions of ${escaped(coverage.chart)}, ${escaped(title)}"><table><thead><tr><th scope="col">what happens</th><th scope="col">leads to</th><th scope="col">taken by</th></tr></thead><tbody>${rows}</tbody></table></div>`
  const states = Object.values(node.states)
    .map((state) => stateText(coverage, state, reasons))
    .join("")
  const head =
    node.path.length === 0 && own.length === 0
      ? ""
      : `<h3>${escaped(title)}</h3><p class="caption">${escaped(node.description ?? "")}</p>`
  const nested = node.path.length === 0 ? states : `<div class="nested">${states}</div>`
  return `<section class="state">${head}${table}</section>${states === "" ? "" : nested}`
}

const pairsText = ({ pairs, covered }: Coverage): string => {
  const left = pairs.filter((pair) => !Object.values(covered).some((one) => one.pairs.has(pair)))
  if (left.length === 0) return ""
  const shown = left.slice(0, 300).map((pair) => `<li><code>${escaped(pair)}</code></li>`)
  const more = left.length > shown.length ? `<li>and ${left.length - shown.length} more</li>` : ""
  return `<details><summary>${left.length} of ${pairs.length} pairs that can follow each other were seen by no one</summary><ul>${shown.join("")}${more}</ul></details>`
}

const pictureText = (coverage: Coverage): string => {
  const name = escaped(coverage.chart)
  return `<div class="picture scroll" tabindex="0" role="region" aria-label="${name} as a picture"><pre hidden>${escaped(drawingOf(coverage))}</pre><p class="caption">The picture is drawn when it comes into sight.</p></div>`
}

/** One chart: its picture, and its states with their transitions, each with those who took it. */
export const chartHtml = (coverage: Coverage, reasons: Reasons): string => {
  const id = escaped(coverage.chart)
  const { transitions, covered, isLifecycle } = coverage
  const taken = transitions.filter((name) => covered.program.taken.has(name)).length
  const place = isLifecycle ? "the running server" : "real pages"
  return `<article id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${id} <span class="caption">${escaped(coverage.area)}</span></h2>
<p>${taken} of ${transitions.length} transitions were taken by ${place}. <button type="button" class="size" aria-pressed="false">Picture in full size</button></p>
${pictureText(coverage)}
${stateText(coverage, coverage.machine.root, reasons)}${pairsText(coverage)}
</article>`
}
