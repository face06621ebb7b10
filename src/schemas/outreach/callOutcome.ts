import type { PersonCall } from "./recipient.ts"
import type { recipientWords } from "./recipientWords.ts"

const outcomes = {
  completed: "recipients.call.answered",
  machine: "recipients.call.machine",
  busy: "recipients.call.busy",
  "no-answer": "recipients.call.noAnswer",
  failed: "recipients.call.failed",
  canceled: "recipients.call.canceled",
} as const

const isOutcome = (status: string): status is keyof typeof outcomes => Object.hasOwn(outcomes, status)

/** The word for what became of an attempt to call someone, or for how far it has come. */
export const callOutcome = ({ status, isOver, leftMessage }: PersonCall): keyof typeof recipientWords => {
  if (!isOver) return status === "in-progress" ? "recipients.call.goesOn" : "recipients.call.rings"
  if (leftMessage) return "recipients.call.leftMessage"
  return isOutcome(status) ? outcomes[status] : "recipients.call.ended"
}
