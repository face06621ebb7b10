import { Effect, Schema } from "effect"
import { saysTheSame } from "#schemas/language/callInLanguage.ts"
import { languages, type LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { Languages, Translation, TranslationStep } from "#schemas/language/translation.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { TemplateEvent } from "#schemas/outreach/events.ts"
import { actorsOf } from "#server/administration/activity/actor.queries.ts"
import { streamId } from "#server/decider.ts"
import { companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { decodeFlow, foundTranslatable } from "#server/outreach/templates/template.queries.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { readTranslations } from "#server/outreach/templates/translation.queries.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { decodeCallTranslation } from "./callTranslation.rule.ts"

const isKnown = (tag: string): tag is LanguageTag => languages.some((one) => one === tag)

/** The languages of a company besides its own, the most spoken first: those that it chose, and those that its patients speak. */
export const readLanguages = Effect.fn("readLanguages")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [[own], spoken] = yield* company(companyId)(
    Effect.all([
      sql<{ languages: ReadonlyArray<string> }>`select languages from companies where company_id = ${companyId}`,
      sql<{ language: string; people: number }>`
        select language, count(*)::int as people from patients
        where company_id = ${companyId} and language is not null group by 1`,
    ]),
  )
  const [from = "en", ...others] = own?.languages ?? []
  const people = new Map(spoken.map((one) => [one.language, one.people]))
  const tags = [...new Set([...others, ...people.keys()])].filter(isKnown).filter((tag) => tag !== from)
  return {
    from,
    languages: tags
      .map((language) => ({ language, people: people.get(language) ?? 0 }))
      .sort(
        (one, other) =>
          other.people - one.people || languages.indexOf(one.language) - languages.indexOf(other.language),
      ),
  } satisfies Omit<Languages, "service">
})

/** What happened to the translation of a template into a language, oldest first. */
const readSteps = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId, language: LanguageTag) {
  const events = yield* (yield* EventStore).readStream(companyId, streamId(templateProjection, templateId))
  const actorOf = yield* actorsOf(events)
  const decode = Schema.decodeUnknownSync(TemplateEvent)
  return events.flatMap((stored): ReadonlyArray<TranslationStep> => {
    if (stored.type !== "TemplateTranslationsChanged") return []
    const event = decode({ _tag: stored.type, ...(stored.data as object) })
    if (event._tag !== "TemplateTranslationsChanged") return []
    return event.changes
      .filter((change) => change.language === language)
      .map((change) => ({
        ...{ type: change._tag, at: stored.at, actor: actorOf(stored), version: event.version },
        origin: "origin" in change ? change.origin : null,
      }))
  })
})

type Source = Translation["source"]
type Written = NonNullable<Translation["translation"]>["text"]

/** How a channel's templates and translations are read from what is stored. */
const readers: Readonly<
  Record<
    ChannelName,
    {
      readonly sourceOf: (stored: string) => Source
      readonly writtenOf: (stored: string) => Written
      /** Whether both say the same. */
      readonly isSame: (one: Source, other: Source) => boolean
    }
  >
> = {
  SMS: { sourceOf: String, writtenOf: String, isSame: (one, other) => one === other },
  IVR: {
    sourceOf: decodeFlow,
    writtenOf: decodeCallTranslation,
    isSame: (one, other) => typeof one !== "string" && typeof other !== "string" && saysTheSame(one, other),
  },
}

/** A translation of a template next to the text that it translates; fails with NotFound. */
export const foundTranslation = Effect.fn("foundTranslation")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  language: LanguageTag,
) {
  const { sql, company } = yield* Database
  const { text, ...template } = yield* foundTranslatable(companyId, templateId)
  const { hashedId, name, channel, version, streamVersion, state } = template
  const found = (yield* readTranslations(companyId, templateId, version)).find((one) => one.language === language)
  const { facts, spoken, before } = yield* company(companyId)(
    Effect.all({
      facts: companyFacts(sql, companyId),
      spoken: sql<{ people: number }>`
        select count(*)::int as people from patients where company_id = ${companyId} and language = ${language}`,
      before: sql<{ text: string }>`
        select text from template_versions
        where company_id = ${companyId} and template_id = ${templateId} and version = ${found?.sourceVersion ?? version}`,
    }),
  )
  const { sourceOf, writtenOf, isSame } = readers[channel]
  const [source, translated] = [sourceOf(text), sourceOf(before[0]?.text ?? text)]
  return {
    ...{ templateId, hashedId, name, channel, version, streamVersion, language, source },
    isOpen: state !== "retired" && state !== "deleted",
    from: facts.language,
    approvedOnly: facts.approvedOnly,
    people: spoken[0]?.people ?? 0,
    translation:
      found === undefined
        ? null
        : { ...found, text: writtenOf(found.text), before: isSame(translated, source) ? null : translated },
    steps: yield* readSteps(companyId, templateId, language),
  } satisfies Translation
})
