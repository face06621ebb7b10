import { Effect } from "effect"
import { TextKind, type AppointmentTextsDraft, type TextCampaign } from "#schemas/scheduling/appointmentText.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { AppointmentTextsSaved, type AppointmentTextsEvent } from "#schemas/scheduling/events.ts"
import { handle, readState, type CommandContext } from "#server/handle.ts"
import { noSender } from "#server/outreach/campaigns/campaign.commands.ts"
import { staleVersion } from "#server/store/append.ts"
import { Database } from "#server/store/Database.ts"
import type { Stream } from "#server/store/stream.ts"
import {
  appointmentTextsDecider,
  appointmentTextsProjection,
  type AppointmentTextsCommand,
  type AppointmentTextsFold,
  type AppointmentTextsRow,
} from "./appointmentTexts.decider.ts"
import { ensureTextCampaign } from "./textCampaign.commands.ts"

/** A company has one set-up. */
export const onlyId = 1

/** The stream of a company’s set-up: `appointmentTexts-1`. */
export const appointmentTextsStream: Stream<
  AppointmentTextsFold,
  AppointmentTextsCommand,
  AppointmentTextsEvent,
  AppointmentTextsRow
> = {
  decider: appointmentTextsDecider,
  events: AppointmentTextsSaved,
  projection: appointmentTextsProjection,
  outside: "number",
  activity: { name: null, opens: null, isNumbered: false },
}

/**
 * Saves which texts about appointments a company sends, from which number, and when reminders go. A kind that is
 * switched on for the first time gets a published template and an ongoing campaign. Fails with StaleVersion, and with
 * Invalid for a number that is not the company’s.
 */
export const setUpTexts = Effect.fn("setUpTexts")(function* (
  { expectedVersion, ...context }: CommandContext,
  { senderId, kinds: wanted, reminders }: AppointmentTextsDraft,
) {
  const companyId = context.actingCompanyId
  const { sql, company } = yield* Database
  const save = Effect.gen(function* () {
    const { state, version } = yield* readState(appointmentTextsStream, companyId, onlyId)
    if (expectedVersion !== undefined && expectedVersion !== version) return yield* Effect.fail(staleVersion())
    const senders = yield* Effect.orDie(
      sql`select from senders where company_id = ${companyId} and sender_id = ${senderId} and channel = ${textFacts.name}`,
    )
    if (senders.length === 0) return yield* Effect.fail(noSender)
    const known = (kind: TextKind) => state.facts?.campaigns.find((one) => one.kind === kind)
    const kinds = TextKind.literals.filter((kind) => wanted.includes(kind))
    const campaigns: Array<TextCampaign> = []
    for (const kind of TextKind.literals) {
      const before = known(kind)
      if (kinds.includes(kind)) campaigns.push(yield* ensureTextCampaign(context, kind, { known: before, senderId }))
      else if (before !== undefined) campaigns.push(before)
    }
    const facts = { senderId, kinds, reminders, campaigns }
    return yield* handle(appointmentTextsStream, onlyId, { _tag: "SaveTexts", facts }, context)
  })
  return yield* company(companyId)(save)
})
