import { Effect, Result } from "effect"
import { createHash } from "node:crypto"
import { callVariables } from "#server/outreach/templates/callFlow.rule.ts"
import { readMessage } from "#server/outreach/templates/message.rule.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import { decodeFlow } from "#server/outreach/templates/template.queries.ts"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import { playCommands, type Step, type StreamRows } from "./streams.ts"
import type { Random } from "./random.ts"
import type { DemoTemplate } from "./texts.ts"
import { hashOfRules } from "#server/outreach/replyRules/replyRule.commands.ts"
import { sentStates } from "#schemas/language/translationFacts.ts"
import type { WrittenTranslation } from "#server/outreach/templates/message.rule.ts"
import {
  templateDecider,
  type TemplateCommand,
  type TemplateFold,
} from "#server/outreach/templates/template.decider.ts"
import type { CompanyId, TemplateId, UserId } from "#schemas/ids.ts"

/** A template as campaigns need it. */
export type StoredTemplate = {
  readonly templateId: TemplateId
  readonly version: number
  readonly text: string
  /** Those that people get. */
  readonly translations: ReadonlyArray<WrittenTranslation>
  readonly purpose: DemoTemplate["purpose"]
}

const day = 24 * 3_600_000

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** What is done to the translations of a text, next to each other in time. */
const translating = (
  { translations = [] }: DemoTemplate,
  of: number,
): ReadonlyArray<(version: number) => TemplateCommand> => {
  const own = translations.filter((one) => one.of === of)
  if (own.length === 0) return []
  const written = own.map(({ language, text, origin }) => ({ language, origin, textHash: hashOf(text) }))
  return [
    (version) => ({ _tag: "SaveTranslations", version, translations: written }),
    ...own
      .filter(({ approved }) => approved)
      .map(({ language }) => (version: number): TemplateCommand => ({
        ...{ _tag: "ChangeTranslation", version, language, event: "TranslationApproved" },
      })),
  ]
}

/** The calls that are kept as tests of a call flow, in the version that is its newest then. */
const keeping = ({ texts, tests = [] }: DemoTemplate): ReadonlyArray<(version: number) => TemplateCommand> =>
  tests.map(({ name, happened }) => {
    const flow = decodeFlow(texts.at(-1))
    return (version) => ({ _tag: "KeepTest", version, flow, name, happened })
  })

type Fold = Step<TemplateCommand> & { readonly after: TemplateFold }

/** All that is done to a template, with what it is after each. */
const historyOf = (
  template: DemoTemplate,
  templateId: TemplateId,
  actorId: UserId,
  at: number,
): ReadonlyArray<Fold> => {
  const steps: Array<Fold> = []
  const { rules = [] } = template
  const play = (millis: number, command: TemplateCommand): void => {
    const before = steps.at(-1)?.after ?? templateDecider.initialState
    const events = Result.getOrThrowWith(templateDecider.decide(before, command), ({ message }) => new Error(message))
    steps.push({ at: millis, actorId, command, after: events.reduce(templateDecider.evolve, before) })
  }
  template.texts.forEach((text, place) => {
    const savedAt = at + place * 20 * day
    const { channel, name, purpose } = template
    play(savedAt, { _tag: "SaveTemplate", templateId, channel, name, purpose, textHash: hashOf(text) })
    for (const [minutes, command] of translating(template, place).entries())
      play(savedAt + (minutes + 1) * 600_000, command(steps.at(-1)?.after.version ?? 0))
    if (rules.length > 0 && place === template.texts.length - 1)
      play(savedAt + 1_800_000, {
        ...{ _tag: "ChangeReplyRules", version: steps.at(-1)?.after.version ?? 0, rulesHash: hashOfRules(rules) },
      })
    if (!template.draft) play(savedAt + 3_600_000, { _tag: "PublishTemplate", problems: [] })
  })
  for (const [minutes, command] of keeping(template).entries())
    play((steps.at(-1)?.at ?? at) + (minutes + 1) * 300_000, command(steps.at(-1)?.after.version ?? 0))
  return steps
}

const variablesOf = (channel: DemoTemplate["channel"], text: string): ReadonlyArray<string> =>
  channel === callChannel
    ? callVariables(decodeFlow(text))
    : Result.getOrThrowWith(readMessage(text), (message) => new Error(message)).variables

const versionColumns = {
  company_id: "int",
  template_id: "int",
  version: "int",
  text: "text",
  variables: "jsonb",
  created_at: "timestamptz",
  reply_rules: "jsonb",
} as const
const translationColumns = {
  company_id: "int",
  template_id: "int",
  version: "int",
  language: "text",
  text: "text",
  state: "text",
  origin: "text",
  source_version: "int",
} as const
const hashedIdColumns = { company_id: "int", kind: "text", id: "int", hashed_id: "text" } as const

/** Gives things their public ids. */
export const storeHashedIds = (
  random: Random,
  companyId: CompanyId,
  kind:
    | "template"
    | "campaign"
    | "multiCampaign"
    | "location"
    | "appointment"
    | "outreachRun"
    | "savedView"
    | "user"
    | "group"
    | "invitation",
  ids: ReadonlyArray<number>,
) =>
  insertRows(
    "hashed_ids",
    hashedIdColumns,
    ids.map((id) => ({ company_id: companyId, kind, id, hashed_id: random.text(22) })),
  )

/**
 * Stores templates with all their versions; gives them by name, and their streams to be stored.
 * @param at when the first was written, milliseconds since 1970
 */
export const storeTemplates = Effect.fn("demo.storeTemplates")(function* (
  random: Random,
  company: { readonly companyId: CompanyId; readonly actorId: UserId },
  templates: ReadonlyArray<DemoTemplate>,
  at: number,
) {
  const { companyId, actorId } = company
  const ids = yield* takeIds("template_ids", templates.length)
  yield* storeHashedIds(random, companyId, "template", ids)
  const played = templates.map((template, place) => {
    const id = idAt(ids, place)
    const steps = historyOf(template, id, actorId, at)
    const texts = new Map(
      [...template.texts, ...(template.translations ?? []).map(({ text }) => text)].map((text) => [hashOf(text), text]),
    )
    const textOf = (hash: string): string => texts.get(hash) ?? ""
    // A version is what it was right after it was made.
    const versions = steps.filter(({ after }, index) => after.version !== (steps[index - 1]?.after.version ?? 0))
    return { template, id, steps, versions, textOf }
  })
  yield* insertRows(
    "template_versions",
    versionColumns,
    played.flatMap(({ template, id, versions, textOf }) =>
      versions.map((step) => {
        const text = textOf(step.after.textHash)
        return {
          ...{ company_id: companyId, template_id: id, version: step.after.version, text },
          variables: variablesOf(template.channel, text),
          created_at: new Date(step.at).toISOString(),
          reply_rules: step.after.rulesHash === "" ? [] : (template.rules ?? []),
        }
      }),
    ),
  )
  yield* insertRows(
    "template_translations",
    translationColumns,
    played.flatMap(({ id, versions, textOf }) =>
      versions.flatMap(({ after: { version, translations } }) =>
        translations.map(({ language, textHash, state, origin, sourceVersion }) => ({
          ...{ company_id: companyId, template_id: id, version, language, text: textOf(textHash), state, origin },
          source_version: sourceVersion,
        })),
      ),
    ),
  )
  const streams = played.map(({ id, steps }): StreamRows => playCommands(templateStream, companyId, id, steps))
  const byName = played.map(({ template, id, steps, textOf }): readonly [string, StoredTemplate] => {
    const last = steps.at(-1)?.after ?? templateDecider.initialState
    const translations = last.translations
      .filter(({ state }) => sentStates.includes(state))
      .map(({ language, textHash }) => ({ language, text: textOf(textHash) }))
    const { name, purpose, texts } = template
    return [name, { templateId: id, version: last.version, text: texts.at(-1) ?? "", translations, purpose }]
  })
  return { streams, templates: new Map(byName) }
})
