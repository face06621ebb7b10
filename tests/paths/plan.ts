import type { AnyMachineSnapshot } from "xstate"
import { asked, counted, duration, happening, pageOf, standing } from "./phrases.ts"
import type { Path, Step } from "./walk.ts"

/** Paths that begin alike, for a person. */
export type PlannedSection = { readonly name: string; readonly input: unknown; readonly paths: ReadonlyArray<Path> }

/** All paths of one chart, for a person. */
export type Plan = {
  readonly chart: string
  readonly made: string
  /** What is left over, in a sentence; null where nothing is. */
  readonly left: string | null
  readonly sections: ReadonlyArray<PlannedSection>
}

const stepLine = (step: Step, index: number, before: AnyMachineSnapshot, since: number): string => {
  const at = step.at > since ? `At ${duration(step.at)}: ` : ""
  const page = pageOf(step.snapshot)
  const isNews = page !== null && page !== pageOf(before)
  const result = [standing(step.snapshot, before), isNews ? page : null, asked(step)].filter((one) => one !== null)
  return `${index + 1}. ${at}${happening(step, before)}\n   → ${result.join(" ")}`
}

const pathText = ({ steps, snapshot, start }: Path, number: number): string => {
  const begins = [standing(start.snapshot), pageOf(start.snapshot)].filter((one) => one !== null).join(" ")
  const lines = steps.map((step, index) => {
    const previous = steps[index - 1]
    return stepLine(step, index, previous?.snapshot ?? start.snapshot, previous?.at ?? 0)
  })
  const heading = `### Path ${number}: to ${JSON.stringify(snapshot.value)}, ${counted(steps.length, "step")}`
  return [heading, `The beginning. ${begins}`, lines.join("\n")].filter((one) => one !== "").join("\n\n")
}

const inputText = (input: unknown): string =>
  input === undefined ? "" : `It begins with \`${JSON.stringify(input)}\`.\n\n`

/** A plan in Markdown: what to do in which order, and what must be seen after each step. */
export const planText = ({ chart, made, left, sections }: Plan): string => {
  let number = 0
  const texts = sections.map(({ name, input, paths }) => {
    const paths_ = paths.map((path) => pathText(path, (number += 1)))
    return `## ${name}\n\n${inputText(input)}${paths_.join("\n\n")}`
  })
  const steps = sections.flatMap(({ paths }) => paths).reduce((sum, path) => sum + path.steps.length, 0)
  const sum = `${counted(number, "path")}, ${counted(steps, "step")}. ${made}${left === null ? "" : ` ${left}`}`
  const how =
    "Each numbered line says what to do or to bring about; after the arrow stands what must be seen then. Times count from the beginning of the path. A call is what the page asks of the server; how to hold one, answer it or let it fail is in docs/testers.md."
  return `# ${chart}: a plan for a person\n\n${sum}\n\n${how}\n\n${texts.join("\n\n")}\n`
}
