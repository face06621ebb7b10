import { Result } from "effect"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import { limits } from "#schemas/constants.ts"
import type { LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"
import { namesOptOutWord } from "#server/outreach/optOuts/optOut.rule.ts"
import { optOutSentences } from "#server/outreach/optOuts/optOutSentences.rule.ts"
import { linkProblems, writtenLinkProblems } from "./link.rule.ts"
import { readMessage, renderLink, renderMessage, sampleValues, variableProblems, type Message } from "./message.rule.ts"

/** What a text is judged against. `known` are the variable names that have a source. */
export type PublishContext = {
  readonly companyName: string
  readonly known: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<LinkParameterDraft>
  /** The language of a translation; absent for the template's own text. */
  readonly language?: LanguageTag
}

/** How texts say to opt out: a verb of answering, and near it a word that opts out. */
const optOutInstruction =
  /\b(reply|text|txt|send|answer|responda|responde|env[ií]e|escriba|contest[ae])\b.{0,40}\b(stop|unsubscribe|quit|end|cancel|opt[ -]?out|alto|parar|baja|salir)\b/is

/** Whether a text says how to opt out. @param language of a translation; undefined for the template's own text */
export const saysOptOut = (rendered: string, language: string | undefined): boolean =>
  language === undefined ? optOutInstruction.test(rendered) : namesOptOutWord(rendered, language)

const optOutProblems = (rendered: string, language: LanguageTag | undefined): ReadonlyArray<string> =>
  saysOptOut(rendered, language) ? [] : [`Add how to opt out, for example: ${optOutSentences[language ?? "en"]}`]

const namesCompany = (message: Message, text: string, companyName: string): boolean =>
  message.variables.includes("companyName") || text.toLowerCase().includes(companyName.toLowerCase())

const inSingleBraces = /(?<!\{)\{\s*([A-Za-z]\w*)\s*\}(?!\})/g

/**
 * One sentence for each known variable in single braces, in any letters, which patients would read as it stands, in the
 * text or in a value of its link; places of a link are none, and other words may be meant.
 */
const singleBraces = (text: string, { known, parameters }: PublishContext): ReadonlyArray<string> => {
  const places = parameters.filter((one) => one.in === "path").map(({ key }) => key)
  const written = [text, ...parameters.map(({ value }) => value)]
  const names = written.flatMap((one) => [...one.matchAll(inSingleBraces)].map(([, name = ""]) => name))
  return [...new Set(names)].flatMap((name) => {
    const meant = known.find((one) => one.toLowerCase() === name.toLowerCase())
    return meant === undefined || places.includes(name)
      ? []
      : [`{${name}} would be sent as it stands. Write {{ ${meant} }} for the value.`]
  })
}

/**
 * What keeps a text from being published, as sentences; empty when it may be
 * (docs/policy.md#messages). The sample stands for the recipients, whose own texts are
 * checked when a campaign is launched.
 */
export const publishProblems = (
  text: string,
  { companyName, known, parameters, language }: PublishContext,
): ReadonlyArray<string> => {
  const read = readMessage(text, parameters)
  if (Result.isFailure(read)) return [read.failure]
  const message = read.success
  const sample = sampleValues(message, companyName)
  const { text: rendered } = renderMessage(message, sample)
  const { link, placed } = renderLink(message, sample)
  return [
    ...variableProblems(message, known),
    ...singleBraces(text, { companyName, known, parameters }),
    ...writtenLinkProblems(text),
    ...linkProblems(link, placed),
    ...(rendered === "" ? ["Write a message."] : []),
    ...(rendered.length > limits.messageCharacters ? ["Message is longer than 1600 characters."] : []),
    ...(namesCompany(message, rendered, companyName) ? [] : ["Name the company, for example: {{ companyName }}."]),
    ...optOutProblems(rendered, language),
  ]
}
