import { Result } from "effect"
import { Liquid, type Template } from "liquidjs"
import { limits } from "#schemas/constants.ts"
import { companyVariables, patientVariables } from "#schemas/outreach/variables.ts"
import { nearest } from "./nearest.ts"

/** The tags a message may use: choices only, so that no message can loop (notes/libraries.md §3). */
const allowedTags = ["if", "unless", "case"]
/** The filters a message may use: none makes a text longer than what it is given. */
const allowedFilters = ["default", "upcase", "downcase", "capitalize", "strip", "truncate", "truncatewords"]

/** Values by variable name; an absent or empty one is missing. */
export type Values = Readonly<Record<string, string | null>>

/** A message ready to be rendered many times. */
export type Message = {
  readonly text: string
  /** The variables it names, each once, in order. */
  readonly variables: ReadonlyArray<string>
  readonly parsed: ReadonlyArray<Template>
}

/** A message as one person gets it. `missing` names variables without a value where one had to be written. */
export type Rendered = { readonly text: string; readonly missing: ReadonlyArray<string> }

/** A value as it is written into a text; what is no plain value writes nothing. */
const plainText = (value: unknown): string => {
  if (typeof value === "string") return value
  return typeof value === "number" || typeof value === "boolean" ? String(value) : ""
}

const isEmpty = (value: unknown): boolean => plainText(value).trim() === ""

/** Set while a rendering writes an empty value; rendering is synchronous, so it belongs to the one under way. */
let wroteNothing = false

const makeEngine = (): Liquid => {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: false,
    parseLimit: limits.messageCharacters * 2,
    renderLimit: 2_000,
    memoryLimit: 100_000,
    outputEscape: (value: unknown) => {
      const text = plainText(value)
      if (text.trim() === "") wroteNothing = true
      return text
    },
  })
  for (const tag of Object.keys(engine.tags)) if (!allowedTags.includes(tag)) delete engine.tags[tag]
  for (const filter of Object.keys(engine.filters)) if (!allowedFilters.includes(filter)) delete engine.filters[filter]
  return engine
}

const engine = makeEngine()

/** The engine's complaint in the words of the person who wrote the text. */
const explain = (cause: unknown): string => {
  const text = cause instanceof Error ? cause.message : ""
  const tag = /tag "([^"]+)" not found/.exec(text)?.[1]
  if (tag !== undefined) return `{% ${tag} %} cannot be used in a message. Use if, elsif, else, unless or case.`
  const filter = /undefined filter: (\S+?),/.exec(text)?.[1]
  if (filter !== undefined) return `The filter ${filter} cannot be used in a message. Use ${allowedFilters.join(", ")}.`
  if (/length limit/.test(text)) return "Message is longer than 3200 characters before rendering."
  const line = /line:(\d+)/.exec(text)?.[1]
  return `Line ${line ?? "1"}: check the braces. A variable is written as {{ firstName }}, a choice as {% if zip %} … {% endif %}.`
}

/** Reads a message text; fails with one sentence. */
export const readMessage = (text: string): Result.Result<Message, string> => {
  try {
    const parsed = engine.parse(text)
    const roots = engine.globalVariableSegmentsSync(parsed).map(([root]) => String(root))
    return Result.succeed({ text, parsed, variables: [...new Set(roots)] })
  } catch (cause) {
    return Result.fail(explain(cause))
  }
}

const render = (message: Message, values: Values): { readonly text: string; readonly whole: boolean } => {
  wroteNothing = false
  // Left out, since to Liquid an empty text is true.
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
  const text = String(engine.renderSync([...message.parsed], given)).trim()
  return { text, whole: !wroteNothing }
}

/** Renders a message for one person. */
export const renderMessage = (message: Message, values: Values): Rendered => {
  const { text, whole } = render(message, values)
  if (whole) return { text, missing: [] }
  const filled = Object.fromEntries(
    message.variables.map((name) => [name, isEmpty(values[name]) ? name : (values[name] ?? name)]),
  )
  const alone = message.variables.filter(
    (name) => isEmpty(values[name]) && !render(message, { ...filled, [name]: null }).whole,
  )
  return { text, missing: alone.length > 0 ? alone : message.variables.filter((name) => isEmpty(values[name])) }
}

/** The variables every message may name; the columns of lists come beside them. */
export const commonVariables: ReadonlyArray<string> = [
  ...Object.keys(patientVariables),
  ...Object.keys(companyVariables),
]

const written = (name: string): string => `{{ ${name} }}`

/** One sentence for each variable the message names and nobody has (product.md §2d). */
export const unknownVariables = (message: Message, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  message.variables
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known)
      return `${written(name)} is not a known variable.${meant === undefined ? "" : ` Did you mean ${written(meant)}?`}`
    })

/** Values for a first preview: samples of the common variables, and each other variable's own name. */
export const sampleValues = (message: Message, companyName: string): Values => ({
  ...Object.fromEntries(message.variables.map((name) => [name, name])),
  ...patientVariables,
  companyName,
})
