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
import type { TemplateCommand } from "#server/outreach/templates/template.decider.ts"
import type { CompanyId, TemplateId, UserId } from "#schemas/ids.ts"

/** A template as campaigns need it. */
export type StoredTemplate = {
  readonly templateId: TemplateId
  readonly version: number
  readonly text: string
  readonly purpose: DemoTemplate["purpose"]
}

const day = 24 * 3_600_000

const stepsOf = (
  template: DemoTemplate,
  templateId: TemplateId,
  actorId: UserId,
  at: number,
): ReadonlyArray<Step<TemplateCommand>> =>
  template.texts.flatMap((text, place) => {
    const savedAt = at + place * 20 * day
    const textHash = createHash("sha256").update(text).digest("hex")
    const save = {
      _tag: "SaveTemplate",
      templateId,
      channel: template.channel,
      name: template.name,
      purpose: template.purpose,
      textHash,
    } as const
    const publish = { at: savedAt + 3_600_000, actorId, command: { _tag: "PublishTemplate", problems: [] } } as const
    return [{ at: savedAt, actorId, command: save }, ...(template.draft ? [] : [publish])]
  })

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
} as const
const hashedIdColumns = { company_id: "int", kind: "text", id: "int", hashed_id: "text" } as const

/** Gives things their public ids. */
export const storeHashedIds = (
  random: Random,
  companyId: CompanyId,
  kind: "template" | "campaign" | "location" | "appointment" | "outreachRun" | "user" | "group" | "invitation",
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
  const versions = templates.flatMap(({ channel, texts }, place) =>
    texts.map((text, index) => ({
      company_id: companyId,
      template_id: idAt(ids, place),
      version: index + 1,
      text,
      variables: variablesOf(channel, text),
      created_at: new Date(at + index * 20 * day).toISOString(),
    })),
  )
  yield* insertRows("template_versions", versionColumns, versions)
  const streams = templates.map((template, place): StreamRows => {
    const id = idAt(ids, place)
    return playCommands(templateStream, companyId, id, stepsOf(template, id, actorId, at))
  })
  const byName = templates.map(({ name, texts, purpose }, place): readonly [string, StoredTemplate] => [
    name,
    { templateId: idAt(ids, place), version: texts.length, text: texts.at(-1) ?? "", purpose },
  ])
  return { streams, templates: new Map(byName) }
})
