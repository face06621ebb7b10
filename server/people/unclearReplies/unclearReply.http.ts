import { Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import { MessageId } from "#schemas/people/conversation.ts"
import type { DecideReply } from "#schemas/people/unclearReply.ts"
import { reply } from "#schemas/reply.ts"
import { decideReply, readUnclearReplies } from "#server/delivery/unclearReplies.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import { callsOf } from "#server/http/handlers.ts"

const eventOf = ({ replyId, decision }: DecideReply): PeopleAuditEvent =>
  decision === "done"
    ? { _tag: "ReplyHandled", messageId: MessageId.make(replyId) }
    : { _tag: "ReplyDecided", replyId, decision }

/** The replies of which a person says whether they are an opt-out. */
export const unclearReplyCalls = callsOf("Database", {
  GetUnclearReplies: Effect.fn("Database.GetUnclearReplies")(function* () {
    const person = yield* CurrentPerson
    const replies = yield* readUnclearReplies(person.actingCompanyId)
    const seen = { people: replies.length, listId: null, searched: false }
    if (replies.length > 0) {
      yield* recordLook(person, { _tag: "PatientsViewed", ...seen } satisfies PeopleAuditEvent, ["replies"])
    }
    return reply(replies)
  }),

  DecideReply: Effect.fn("Database.DecideReply")(function* ({ payload }) {
    const person = yield* CurrentPerson
    yield* decideReply(person.actingCompanyId, payload)
    yield* recordAudit(person, eventOf(payload))
    return reply({})
  }),
})
