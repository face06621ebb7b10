import { Clock, Effect } from "effect"
import { CurrentPerson } from "#schemas/caller.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import { reply } from "#schemas/reply.ts"
import { recordAudit, recordLook } from "#server/http/audit.ts"
import { callsOf } from "#server/http/handlers.ts"
import { answerReply } from "./answer.commands.ts"
import { readConversation } from "./answer.queries.ts"

/** What people wrote, and answers to it by hand (decision 089). */
export const answerCalls = callsOf("Database", {
  GetConversation: Effect.fn("Database.GetConversation")(function* ({ query: { messageId } }) {
    const person = yield* CurrentPerson
    const conversation = yield* readConversation(person, messageId, yield* Clock.currentTimeMillis)
    const seen = { people: 1, listId: null, searched: false }
    yield* recordLook(person, { _tag: "PatientsViewed", ...seen } satisfies PeopleAuditEvent, [
      "conversation",
      messageId,
    ])
    return reply(conversation)
  }),

  AnswerReply: Effect.fn("Database.AnswerReply")(function* ({ payload }) {
    const person = yield* CurrentPerson
    yield* answerReply(person, payload)
    const { messageId } = payload
    yield* recordAudit(person, { _tag: "ReplyAnswered", messageId } satisfies PeopleAuditEvent)
    return reply({})
  }),
})
