import { Clock, Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { limits } from "#schemas/constants.ts"
import { type AnswerReply, withSignature } from "#schemas/people/conversation.ts"
import { problem } from "#schemas/problem.ts"
import { streamId } from "#server/decider.ts"
import { lockConsent } from "#server/delivery/consentLock.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import { countsChanged } from "#server/delivery/LiveCounts.ts"
import { queueNotice } from "#server/delivery/notices.ts"
import { repliesChanged } from "#server/delivery/replyNews.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { foundMessage, readAnswerer } from "./answer.queries.ts"

const refused = (message: string) => problem("Invalid", message, { errors: [{ field: "text", message }] })

/**
 * Has an answer to a person's text sent, from the number that it came to and with the signature of who wrote it.
 * Fails with NotFound where the company has no such text, and with Invalid where it cannot be answered.
 */
export const answerReply = Effect.fn("answerReply")(function* (person: Person, { messageId, text }: AnswerReply) {
  const database = yield* Database
  const { sql } = database
  const companyId = person.actingCompanyId
  const { name, signature } = yield* readAnswerer(person)
  const body = withSignature(text, signature)
  const now = yield* Clock.currentTimeMillis
  return yield* inCompany(
    database,
    companyId,
    Effect.gen(function* () {
      yield* lockConsent(sql, companyId)
      const { phone, senderId, campaignId, refusal } = yield* foundMessage(companyId, messageId, now)
      if (refusal !== null) return yield* Effect.fail(refused(refusal))
      if (body.length > limits.messageCharacters)
        return yield* Effect.fail(refused("With your signature this is longer than 1600 characters. Shorten it."))
      const at = new Date(now).toISOString()
      yield* queueNotice(sql, { companyId, senderId, phone, body, at, answer: { messageId, byName: name } })
      yield* notifyChanges(sql, [
        campaignId === null
          ? repliesChanged(companyId)
          : { companyId, stream: streamId(campaignProjection, campaignId), type: countsChanged, version: 0, pos: 0 },
      ])
    }),
  )
})
