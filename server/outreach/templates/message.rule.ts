import { Result } from "effect"
import type { LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"
import {
  appointmentVariables,
  campaignVariables,
  companyVariables,
  patientVariables,
} from "#schemas/outreach/variables.ts"
import { findLink, withParameters, type PlacedValue } from "./link.rule.ts"
import { isEmpty, noticingGaps, readLiquid, writeLiquid, type Parsed, type Values } from "./liquid.rule.ts"
import { nearest } from "./nearest.rule.ts"

/** A message ready to be rendered many times. */
export type Message = {
  readonly text: string
  /** The variables that it and its link parameters name, each once, in order. */
  readonly variables: ReadonlyArray<string>
  readonly parsed: Parsed
  readonly parameters: ReadonlyArray<Omit<LinkParameterDraft, "value"> & { readonly parsed: Parsed }>
}

/** What a channel has read of a template, once for many people. */
export type ReadyMessage = {
  readonly text: string
  /** The variables that it names, each once, in order. */
  readonly variables: ReadonlyArray<string>
  /** Writes it for one person. */
  readonly render: (values: Values) => Rendered
}

/** A message as one person gets it. `missing` names variables without a value where one had to be written. */
export type Rendered = { readonly text: string; readonly missing: ReadonlyArray<string> }

const readParameter = ({ key, value, in: place }: LinkParameterDraft) =>
  Result.mapBoth(readLiquid(value), {
    onFailure: (sentence) => `Link parameter “${key}”: ${sentence}`,
    onSuccess: (parsed) => ({ key, in: place, parsed }),
  })

/** Reads a message text with the parameters of its link, in their order; fails with one sentence. */
export const readMessage = (text: string, given: ReadonlyArray<LinkParameterDraft> = []) =>
  Result.gen(function* () {
    const parsed = yield* readLiquid(text)
    const parameters: Array<Message["parameters"][number]> = []
    for (const one of given) parameters.push(yield* readParameter(one))
    const variables = [parsed, ...parameters.map((one) => one.parsed)].flatMap((one) => one.variables)
    return { text, parsed, parameters, variables: [...new Set(variables)] } satisfies Message
  })

const placedValues = ({ parameters }: Message, values: Values): ReadonlyArray<PlacedValue> =>
  parameters.map(({ key, in: place, parsed }) => ({ key, in: place, value: writeLiquid(parsed, values) }))

/** A message's link for one person, as the text has it, and what its parameters would put in. */
export const renderLink = (message: Message, values: Values) => ({
  link: findLink(writeLiquid(message.parsed, values))?.url,
  placed: placedValues(message, values),
})

const render = (message: Message, values: Values) =>
  noticingGaps(() => {
    const text = writeLiquid(message.parsed, values)
    const found = message.parameters.length === 0 ? undefined : findLink(text)
    if (found === undefined) return text
    const { start, url } = found
    return text.slice(0, start) + withParameters(url, placedValues(message, values)) + text.slice(start + url.length)
  })

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

/** The variables every message may name; the columns of lists come in addition. */
export const commonVariables: ReadonlyArray<string> = [
  ...Object.keys(patientVariables),
  ...Object.keys(companyVariables),
  ...Object.keys(campaignVariables),
]

const written = (name: string): string => `{{ ${name} }}`

const unknown = (name: string, known: ReadonlyArray<string>): string => {
  const meant = nearest(name, known)
  return `${written(name)} is not a known variable.${meant === undefined ? "" : ` Did you mean ${written(meant)}?`}`
}

/** Of a variable of which a part is asked for: a value is one text. */
export const partless = (name: string): string =>
  `${written(name)} has no parts. Write it without a dot and without brackets, or nothing would stand in its place.`

/** One sentence for each variable that no one has, and for each of which a part is asked for (docs/policy.md#messages). */
export const variableProblems = (message: Message, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const parted = [message.parsed, ...message.parameters.map((one) => one.parsed)].flatMap((one) => one.parted)
  return [
    ...message.variables.filter((name) => !known.includes(name)).map((name) => unknown(name, known)),
    ...[...new Set(parted)].filter((name) => known.includes(name)).map(partless),
  ]
}

/**
 * Values for a first preview: samples of the common variables, and each other variable's own name.
 * @param own what is as long as what a recipient gets, where the sample is not
 */
export const sampleValues = (message: Message, companyName: string, own: Values = {}): Values => ({
  ...Object.fromEntries(message.variables.map((name) => [name, name])),
  ...patientVariables,
  ...appointmentVariables,
  ...campaignVariables,
  ...own,
  companyName,
})
