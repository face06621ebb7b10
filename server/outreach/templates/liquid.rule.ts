import { Result } from "effect"
import { Liquid, type Template } from "liquidjs"
import { limits } from "#schemas/constants.ts"
import { sayAs } from "./sayAs.rule.ts"

/** The tags a message may use: choices only, so that no message can loop (docs/policy.md#messages). */
const allowedTags = ["if", "unless", "case"]
/** The filters a message may use: none makes a text longer than what it is given. */
const allowedFilters = ["default", "upcase", "downcase", "capitalize", "strip", "truncate", "truncatewords"]

/** The language in which a text is heard; null where it is read. What is heard may say how a value is said. */
type Heard = string | null

/** The language of call flows without another one. */
export const ownLanguage = "en-US"

/** Values by variable name; an absent or empty one is missing. */
export type Values = Readonly<Record<string, string | null>>

/** A value as it is written into a text; what is no plain value writes nothing. */
const plainText = (value: unknown): string => {
  if (typeof value === "string") return value
  return typeof value === "number" || typeof value === "boolean" ? String(value) : ""
}

/** Whether a value writes nothing. */
export const isEmpty = (value: unknown): boolean => plainText(value).trim() === ""

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

const makeHearing = (language: string): Liquid => {
  const hearing = makeEngine()
  for (const [name, say] of Object.entries(sayAs(language)))
    hearing.registerFilter(name, (value: unknown) => say(plainText(value).trim()))
  return hearing
}

/** By language, of which companies have few. */
const hearings = new Map<string, Liquid>()
const engineFor = (heard: Heard): Liquid => {
  if (heard === null) return engine
  const made = hearings.get(heard) ?? makeHearing(heard)
  hearings.set(heard, made)
  return made
}

/** The engine's error in the words of the person who wrote the text. */
const explain = (cause: unknown, heard: Heard): string => {
  const text = cause instanceof Error ? cause.message : ""
  const tag = /tag "([^"]+)" not found/.exec(text)?.[1]
  if (tag !== undefined) return `{% ${tag} %} cannot be used in a message. Use if, elsif, else, unless or case.`
  const filter = /undefined filter: (\S+?),/.exec(text)?.[1]
  const filters = heard === null ? allowedFilters : [...allowedFilters, ...Object.keys(sayAs(heard))]
  if (filter !== undefined) return `The filter ${filter} cannot be used in a message. Use ${filters.join(", ")}.`
  if (/length limit/.test(text)) return "Message is longer than 3200 characters before rendering."
  const line = /line:(\d+)/.exec(text)?.[1]
  return `Line ${line ?? "1"}: check the braces. A variable is written as {{ firstName }}, a choice as {% if zip %} … {% endif %}.`
}

/** A text in Liquid, read; `variables` are those it names, `parted` those of which it asks for a part. */
export type Parsed = {
  readonly parsed: ReadonlyArray<Template>
  readonly variables: ReadonlyArray<string>
  readonly parted: ReadonlyArray<string>
}

/** Reads a text in Liquid; fails with one sentence. */
export const readLiquid = (text: string, heard: Heard = null): Result.Result<Parsed, string> => {
  try {
    const parsed = engineFor(heard).parse(text)
    const named = engine.globalVariableSegmentsSync(parsed).map(([root, ...parts]) => ({ root: String(root), parts }))
    return Result.succeed({
      parsed,
      variables: named.map(({ root }) => root),
      parted: named.filter(({ parts }) => parts.length > 0).map(({ root }) => root),
    })
  } catch (cause) {
    return Result.fail(explain(cause, heard))
  }
}

/** Writes a text with values; an empty one is left out, since to Liquid an empty text is true. */
export const writeLiquid = ({ parsed }: Parsed, values: Values): string => {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
  return String(engine.renderSync([...parsed], given)).trim()
}

/** Writes something, and says whether every value that was written had something to say. */
export const noticingGaps = (run: () => string): { readonly text: string; readonly whole: boolean } => {
  wroteNothing = false
  const text = run()
  return { text, whole: !wroteNothing }
}
