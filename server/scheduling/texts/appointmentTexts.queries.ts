import { Effect, Result } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import {
  defaultReminders,
  TextKind,
  type AppointmentTexts,
  type AppointmentTextsFacts,
  type TextCampaign,
} from "#schemas/scheduling/appointmentText.ts"
import { Database } from "#server/store/Database.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { readSenders } from "#server/outreach/campaigns/campaign.queries.ts"
import { readMessage, renderMessage, sampleValues } from "#server/outreach/templates/message.rule.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { appointmentTextsProjection } from "./appointmentTexts.decider.ts"
import { defaultText } from "./defaultTexts.rule.ts"

const rowOf = readRow(appointmentTextsProjection)

/** What a company has set up of texts about appointments; null before the first time. */
export const readTextsSetUp = Effect.fn("readTextsSetUp")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const [found] = yield* read(
    companyId,
    sql<{ row: unknown }>`
      select row from read_models where company_id = ${companyId} and ${rowsOf(sql, "read_models", appointmentTextsProjection)}`,
  )
  return found === undefined ? null : (rowOf(found.row).facts satisfies AppointmentTextsFacts | null)
})

/** The campaign of a kind of text; undefined where the company does not send it. */
export const campaignOf = (setUp: AppointmentTextsFacts | null, kind: TextKind): TextCampaign | undefined =>
  setUp?.kinds.includes(kind) === true ? setUp.campaigns.find((one) => one.kind === kind) : undefined

/** What each kind says with sample values: its published text, or the one that it would begin with. Joins the open transaction. */
const previewsOf = Effect.fnUntraced(function* (companyId: CompanyId, facts: AppointmentTextsFacts | null) {
  const { sql } = yield* Database
  const [company] = yield* sql<{ name: string; languages: ReadonlyArray<string> }>`
    select name, languages from companies where company_id = ${companyId}`
  return yield* Effect.forEach(TextKind.literals, (kind) =>
    Effect.gen(function* () {
      const templateId = facts?.campaigns.find((one) => one.kind === kind)?.templateId
      const published =
        templateId === undefined ? undefined : yield* readPublishedMessage(companyId, templateId, textFacts.name)
      const text = published?.text ?? defaultText(kind, company?.languages ?? []).text
      const message = Result.getOrThrow(readMessage(text, published?.parameters ?? []))
      return { kind, text: renderMessage(message, sampleValues(message, company?.name ?? "")).text }
    }),
  )
})

/** The set-up as staff see it, with the campaign and the template of each kind; the usual reminders before the first time. */
export const readAppointmentTexts = Effect.fn("readAppointmentTexts")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    Effect.gen(function* () {
      const [found] = yield* sql<{ row: unknown; version: number }>`
        select row, stream_version as version from read_models
        where company_id = ${companyId} and ${rowsOf(sql, "read_models", appointmentTextsProjection)}`
      const facts = found === undefined ? null : rowOf(found.row).facts
      const campaigns = yield* sql<AppointmentTexts["campaigns"][number]>`
        select k.kind, th.hashed_id as "templateHashedId", t.row ->> 'name' as "templateName",
          ch.hashed_id as "campaignHashedId", c.state as "campaignState"
        from jsonb_to_recordset(${sql.json(facts?.campaigns ?? [])}) as k (kind text, "campaignId" integer, "templateId" integer)
        join read_models c on c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.id = k."campaignId"
        join hashed_ids ch on ch.company_id = c.company_id and ch.kind = 'campaign' and ch.id = c.id
        join read_models t on t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.id = k."templateId"
        join hashed_ids th on th.company_id = t.company_id and th.kind = 'template' and th.id = t.id
        order by k.kind`
      return {
        senderId: facts?.senderId ?? null,
        kinds: facts?.kinds ?? [],
        reminders: facts?.reminders ?? defaultReminders,
        campaigns,
        previews: yield* previewsOf(companyId, facts),
        senders: (yield* readSenders(companyId)).filter(({ channel }) => channel === textFacts.name),
        version: found?.version ?? 0,
      } satisfies AppointmentTexts
    }),
  )
})
