import { Result } from "effect"
import type { LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"
import {
  appointmentVariables,
  campaignVariables,
  companyVariables,
  patientVariables,
} from "#schemas/outreach/variables.ts"
import { findLink, withParameters, type PlacedValue } from "./link.rule.ts"
import { isEmpty, noticingGaps, ownLanguage, readLiquid, writeLiquid, type Parsed, type Values } from "./liquid.rule.ts"
import { nearest } from "./nearest.rule.ts"

/** A text in one more language, as it was written. */
export type WrittenTranslation = { readonly language: string; readonly text: string }

/** What a version of a template says: its text, the parameters of its link, and the translations that people get. */
export type VersionContent = {
  readonly text: string
  readonly parameters: ReadonlyArray<LinkParameterDraft>
  readonly translations: ReadonlyArray<WrittenTranslation>
}

/** A message ready to be rendered many times. */
export type Message = {
  readonly text: string
  /** The language of a translation; null for the template's own text. */
  readonly language: string | null
  /** The same message by language; none within a translation. */
  readonly translations: ReadonlyMap<string, Message>
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
  /** Writes it for one person, in their language where it is there. */
  readonly render: (values: Values, language?: string | null) => Rendered
}

/** A message as one person gets it. `missing` names variables without a value where one had to be written. */
export type Rendered = {
  readonly text: string
  readonly missing: ReadonlyArray<string>
  /** The language of the translation that it is; absent for the template's own text. */
  readonly language?: string
}

const readParameter = ({ key, value, in: place }: LinkParameterDraft) =>
  Result.mapBoth(readLiquid(value), {
    onFailure: (sentence) => `Link parameter “${key}”: ${sentence}`,
    onSuccess: (parsed) => ({ key, in: place, parsed }),
  })

type Parts = Pick<Message, "text" | "language" | "translations" | "parsed" | "parameters">

const messageOf = (parts: Parts): Message => {
  const variables = [parts.parsed, ...parts.parameters.map((one) => one.parsed)].flatMap((one) => one.variables)
  return { ...parts, variables: [...new Set(variables)] }
}

/** Reads a version of a template: its text, and each of its translations with the same link; fails with one sentence. */
export const readVersion = ({ text, parameters: given, translations: others }: VersionContent) =>
  Result.gen(function* () {
    const parsed = yield* readLiquid(text)
    const parameters: Array<Message["parameters"][number]> = []
    for (const one of given) parameters.push(yield* readParameter(one))
    const translations = new Map<string, Message>()
    for (const { language, text: written } of others) {
      const read = yield* readLiquid(written)
      translations.set(
        language,
        messageOf({ text: written, language, translations: new Map(), parsed: read, parameters }),
      )
    }
    return messageOf({ text, language: null, translations, parsed, parameters })
  })

/** Reads one text with the parameters of its link, in their order; fails with one sentence. */
export const readMessage = (text: string, parameters: ReadonlyArray<LinkParameterDraft> = []) =>
  readVersion({ text, parameters, translations: [] })

/**
 * Reads a text that is heard: it may also say how a value is said (docs/policy.md#call-flows), in the language of the
 * text. Fails with one sentence.
 */
export const readSpoken = (text: string, language: string = ownLanguage) =>
  Result.map(readLiquid(text, language), (parsed) =>
    messageOf({ text, language: null, translations: new Map(), parsed, parameters: [] }),
  )

/** What is there for a person of a language: by its tag, else by its base language; undefined for the template's own. */
export const ofLanguage = <Kept>(
  translations: ReadonlyMap<string, Kept>,
  language: string | null | undefined,
): Kept | undefined => {
  if (language === null || language === undefined || translations.size === 0) return undefined
  const [base = language] = language.split("-")
  return translations.get(language) ?? translations.get(base)
}

/** What a person of a language gets: the translation into it, as a tag or its base language, else the template's own text. */
export const inLanguage = (message: Message, language: string | null | undefined): Message =>
  ofLanguage(message.translations, language) ?? message

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
  const of = message.language === null ? {} : { language: message.language }
  if (whole) return { text, missing: [], ...of }
  const filled = Object.fromEntries(
    message.variables.map((name) => [name, isEmpty(values[name]) ? name : (values[name] ?? name)]),
  )
  const alone = message.variables.filter(
    (name) => isEmpty(values[name]) && !render(message, { ...filled, [name]: null }).whole,
  )
  return { text, missing: alone.length > 0 ? alone : message.variables.filter((name) => isEmpty(values[name])), ...of }
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
export const sampleValues = (message: Pick<Message, "variables">, companyName: string, own: Values = {}): Values => ({
  ...Object.fromEntries(message.variables.map((name) => [name, name])),
  ...patientVariables,
  ...appointmentVariables,
  ...campaignVariables,
  ...own,
  companyName,
})
