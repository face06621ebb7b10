import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { isGrave } from "#schemas/language/glossary.ts"
import type { SaveTranslation, TranslationAction } from "#schemas/language/translation.ts"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { TranslationOrigin } from "#schemas/language/translationFacts.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { keepLinkParameters } from "#server/outreach/linkParameters/linkParameter.queries.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import type { TranslationCommand } from "#server/outreach/templates/translation.decider.ts"
import { decodeFlow, foundTranslatable, saveTemplateVersion } from "#server/outreach/templates/template.queries.ts"
import { readTranslations, storeTranslations } from "#server/outreach/templates/translation.queries.ts"
import { contextOf, handle, orStaleVersion, type CommandOptions } from "#server/handle.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { callTranslationFaults, decodeCallTranslation, type Fault } from "./callTranslation.rule.ts"
import { readTerms } from "./glossary.queries.ts"
import { breachesOf, callPairs, type TextPair } from "./glossary.rule.ts"
import { placeholderProblems } from "./placeholders.rule.ts"
import type { TranslatedText } from "./translation.rule.ts"

/** A template as its translations need it. */
type Source = Effect.Success<ReturnType<typeof foundTranslatable>>

/** What a translation, as it is stored, lacks of what it translates, by field. */
const faultsOf = ({ channel, text: source }: Source, { language, text }: TranslatedText): ReadonlyArray<Fault> =>
  channel === callChannel
    ? callTranslationFaults(decodeFlow(source), { language, words: decodeCallTranslation(text) })
    : placeholderProblems(source, text).map((message) => ({ field: "text", message }))

/** Fails with Invalid where a translation does not have the places of the text, or the words of the call flow. */
const refuseFaults = (source: Source, texts: ReadonlyArray<TranslatedText>) => {
  const errors = texts.flatMap((one) => faultsOf(source, one))
  const [first] = errors
  return first === undefined ? Effect.void : Effect.fail(problem("Invalid", first.message, { errors }))
}

/** What a translation, as it is stored, says next to what it translates. */
const pairsOf = ({ channel, text: source }: Source, { text }: TranslatedText): ReadonlyArray<TextPair> =>
  channel === callChannel ? callPairs(decodeFlow(source), decodeCallTranslation(text)) : [{ source, text }]

/** Fails with NotAllowedNow where a translation goes against the glossary in more than advice. */
const refuseBreaches = Effect.fnUntraced(function* (
  companyId: CompanyId,
  source: Source,
  texts: ReadonlyArray<TranslatedText>,
) {
  const terms = yield* readTerms(companyId)
  const breaches = texts.flatMap((one) => breachesOf(pairsOf(source, one), one.language, terms)).filter(isGrave)
  if (breaches.length === 0) return
  const sentences = breaches.map(({ message }) => message).join(" ")
  yield* Effect.fail(problem("NotAllowedNow", `It goes against the glossary: ${sentences}`))
})

const isApproval = (command: TranslationCommand): boolean =>
  command._tag === "ChangeTranslation" && command.event === "TranslationApproved"

/** Makes the template's next version, which says the same with other translations. */
const storeNext = Effect.fnUntraced(function* (
  person: Person,
  source: Source,
  command: TranslationCommand,
  texts: ReadonlyArray<TranslatedText>,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const { templateId, text, variables } = source
  const at = yield* isoNow
  yield* handle(templateStream, templateId, command, contextOf(person, options), {
    beforeAppend: (events, before) =>
      Effect.andThen(
        Effect.andThen(
          refuseFaults(source, texts),
          isApproval(command) ? refuseBreaches(companyId, source, texts) : Effect.void,
        ),
        orStaleVersion(
          Effect.all([
            saveTemplateVersion(companyId, templateId, { version: before.version + 1, text, variables, at }),
            keepLinkParameters(companyId, templateId, before.version),
            storeTranslations(companyId, templateId, before, events, texts),
          ]),
        ),
      ),
  })
})

const otherKind = (channel: ChannelName): Problem => {
  const message =
    channel === callChannel
      ? "This is a call flow. Write the words of each of its steps."
      : "This is a text. Write it as one text."
  return problem("Invalid", message, { errors: [{ field: "text", message }] })
}

/** What a person wrote, as it is stored; fails with Invalid for words of steps where a text is translated, and the other way round. */
const storedOf = (channel: ChannelName, text: SaveTranslation["text"]) => {
  const isCall = typeof text !== "string"
  if (isCall !== (channel === callChannel)) return Effect.fail(otherKind(channel))
  return Effect.succeed(isCall ? JSON.stringify(text) : text)
}

/**
 * Saves translations of a template in its next version. Fails with NotFound for a template that the company does not
 * have, and with Invalid where a translation does not have the places of the text or the words of the call flow, for they
 * would be lost.
 */
export const saveTranslations = Effect.fn("saveTranslations")(function* (
  person: Person,
  templateId: TemplateId,
  given: ReadonlyArray<Pick<SaveTranslation, "language" | "text"> & { readonly origin: TranslationOrigin }>,
  options: CommandOptions,
) {
  const template = yield* foundTranslatable(person.actingCompanyId, templateId)
  const written = yield* Effect.forEach(given, ({ text, ...facts }) =>
    Effect.map(storedOf(template.channel, text), (stored) => ({ ...facts, text: stored })),
  )
  const translations = written.map(({ text, ...facts }) => ({
    ...facts,
    textHash: createHash("sha256").update(text).digest("hex"),
  }))
  const command = { _tag: "SaveTranslations", version: template.version, translations } as const
  yield* storeNext(person, template, command, written, options)
})

const eventOf = {
  review: "TranslationReviewed",
  approve: "TranslationApproved",
  remove: "TranslationRemoved",
} as const satisfies Record<TranslationAction, string>

/**
 * Says that a person read a translation over, approves it or removes it; fails with NotAllowedNow as its lifecycle says,
 * with Invalid where one that people would get does not have the places of the text, or the words of the call flow, and
 * with NotAllowedNow where one that is approved goes against the glossary.
 */
export const changeTranslation = Effect.fn("changeTranslation")(function* (
  person: Person,
  wanted: { readonly templateId: TemplateId; readonly language: LanguageTag; readonly action: TranslationAction },
  options: CommandOptions,
) {
  const template = yield* foundTranslatable(person.actingCompanyId, wanted.templateId)
  const { language, action } = wanted
  const { templateId, version } = template
  const kept = action === "remove" ? [] : yield* readTranslations(person.actingCompanyId, templateId, version)
  const command = { _tag: "ChangeTranslation", version: template.version, language, event: eventOf[action] } as const
  yield* storeNext(
    person,
    template,
    command,
    kept.filter((one) => one.language === language),
    options,
  )
})
