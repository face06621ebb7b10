/** Words of the way to answer what a person wrote, and of what became of the answer, by id (docs/architecture.md#words). */
export const answerWords = {
  "answer.link": "Answer",
  "answer.to": "Answer {person}",
  "answer.facts": "{by}, {time}, {state}",
  "answer.state.queued": "on its way",
  "answer.state.sending": "on its way",
  "answer.state.sent": "sent",
  "answer.state.delivered": "delivered",
  "answer.state.failed": "not delivered",
  "answer.state.unknown": "the carrier did not say whether it left",
} as const
