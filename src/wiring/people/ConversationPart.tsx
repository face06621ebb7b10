import "#views/people/conversation.css"
import { Effect } from "effect"
import { answerReply, readConversation } from "#effects/People.ts"
import { conversationMachine } from "#machines/people/conversation.machine.ts"
import { answerWords } from "#schemas/people/answerWords.ts"
import { AnswerReply, type Conversation } from "#schemas/people/conversation.ts"
import { conversationWords } from "#schemas/people/conversationWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { ConversationView } from "#views/people/ConversationView.tsx"
import { replyHandled } from "../changes.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"

addWords(answerWords, conversationWords)

const logic = ({ reading, form }: Tools) =>
  conversationMachine.provide({
    actors: {
      conversation: reading(readConversation),
      form: form({
        validate: validatorOf(AnswerReply),
        submit: (values: AnswerReply, commandId: string) =>
          Effect.tap(answerReply(values, commandId), () => Effect.sync(replyHandled)),
        words: { success: "conversation.sent", failure: "conversation.notSent" },
      }),
    },
  })

/** The conversation with the person whose text the address names, next to the list that shows it. */
export const ConversationPart = () => {
  const page = usePage(logic)
  return (
    <ConversationView
      url={page.url}
      rights={usePerson()}
      conversation={useReading<Conversation>(page.actor, "conversation")}
      form={useForm(page.actor, "form")}
    />
  )
}
