import { createHash } from "node:crypto"
import { Effect, Result } from "effect"
import { TemplateId, type CompanyId, type SenderId } from "#schemas/ids.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { problem } from "#schemas/problem.ts"
import type { TextCampaign, TextKind } from "#schemas/scheduling/appointmentText.ts"
import { handle, orStaleVersion, type CommandContext } from "#server/handle.ts"
import { commandCampaign } from "#server/outreach/campaigns/campaign.commands.ts"
import { freeName, launchOngoing, nextId } from "#server/outreach/campaigns/ongoingCampaign.commands.ts"
import { judgeText } from "#server/outreach/templates/judgeText.queries.ts"
import { readMessage } from "#server/outreach/templates/message.rule.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { readPublishedMessage, saveTemplateVersion } from "#server/outreach/templates/template.queries.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { defaultText } from "./defaultTexts.rule.ts"

const languagesOf = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(
    sql<{ languages: ReadonlyArray<string> }>`select languages from companies where company_id = ${companyId}`,
  )
  return row?.languages ?? []
})

/** Writes and publishes the first template of a kind, in the company’s language. */
const makeTemplate = Effect.fnUntraced(function* (context: CommandContext, kind: TextKind) {
  const companyId = context.actingCompanyId
  const { text, purpose, name: wanted } = defaultText(kind, yield* languagesOf(companyId))
  const templateId = TemplateId.make(yield* nextId("template_ids"))
  const name = yield* freeName(companyId, templateProjection, wanted)
  const at = yield* isoNow
  const { variables } = Result.getOrThrow(readMessage(text))
  const textHash = createHash("sha256").update(text).digest("hex")
  const save = { _tag: "SaveTemplate", templateId, channel: textFacts.name, name, purpose, textHash } as const
  yield* handle(templateStream, templateId, save, context, {
    beforeAppend: () => orStaleVersion(saveTemplateVersion(companyId, templateId, { version: 1, text, variables, at })),
  })
  const { problems } = yield* judgeText(companyId, { text, parameters: [] })
  yield* handle(templateStream, templateId, { _tag: "PublishTemplate", problems, version: 1 }, context)
  return templateId
})

const stateOf = Effect.fnUntraced(function* (companyId: CompanyId, { campaignId }: TextCampaign) {
  const { sql } = yield* Database
  const [row] = yield* Effect.orDie(sql<{ state: string; senderId: SenderId }>`
    select state, sender_id as "senderId" from campaign_runs where company_id = ${companyId} and campaign_id = ${campaignId}`)
  return row
})

/**
 * The ongoing campaign of a kind that sends from a number: the one that there is, or a new one, launched, with the
 * template that there is, or a first one. One that sends from another number is cancelled. Joins the open transaction.
 */
export const ensureTextCampaign = Effect.fn("ensureTextCampaign")(function* (
  context: CommandContext,
  kind: TextKind,
  { known, senderId }: { readonly known: TextCampaign | undefined; readonly senderId: SenderId },
) {
  const companyId = context.actingCompanyId
  const before = known === undefined ? undefined : yield* stateOf(companyId, known)
  const isOpen = before?.state === "running" || before?.state === "paused"
  if (known !== undefined && isOpen && before.senderId === senderId) return known
  if (known !== undefined && isOpen) yield* commandCampaign(context, known.campaignId, { _tag: "CancelCampaign" })
  const kept =
    known === undefined ? undefined : yield* readPublishedMessage(companyId, known.templateId, textFacts.name)
  const templateId = known !== undefined && kept !== undefined ? known.templateId : yield* makeTemplate(context, kind)
  const published = kept ?? (yield* readPublishedMessage(companyId, templateId, textFacts.name))
  if (published === undefined) return yield* Effect.fail(problem("Invalid", "Publish the template first."))
  const { campaign: name, purpose } = defaultText(kind, [])
  const parts = { name, purpose, templateId, templateVersion: published.version, senderId }
  const campaignId = yield* launchOngoing(context, parts)
  return { kind, campaignId, templateId } satisfies TextCampaign
})
