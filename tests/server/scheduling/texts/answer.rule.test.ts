import { expect, it } from "@effect/vitest"
import { readAnswer } from "#server/scheduling/texts/answer.rule.ts"
import { readRequest } from "#server/outreach/optOuts/optOut.rule.ts"

it.each([
  ["C", ["C", " c. ", "Confirm!", "CONFIRMO", "(c)"]],
  ["N", ["N", "no", "Can't come", "can’t come", "No puedo", "NO PODRÉ IR"]],
  ["R", ["r", "R.", "Otra hora", "reschedule"]],
  ["Y", ["Y", "yes", "Sí", "si\u0301", "SI!"]],
] as const)("reads %s in any case, accents, blanks and punctuation", (answer, replies) => {
  expect(replies.map((reply) => readAnswer(reply))).toEqual(replies.map(() => answer))
})

it("leaves everything else to a person", () => {
  const others = [
    "",
    "yes?",
    "¿Sí?",
    "No 👍",
    "no more texts",
    "C or N",
    "see you",
    "Yes but can I bring my mother",
    "y".repeat(5000),
  ]
  expect(others.map(readAnswer)).toEqual(others.map(() => null))
})

it("takes no word that opts out, or that may", () => {
  const said = ["C", "N", "R", "Y", "no", "si", "no puedo", "confirmo", "cannot come", "reschedule", "another time"]
  expect(said.map((word) => readRequest(word).kind)).toEqual(said.map(() => "other"))
  expect(["stop", "cancel", "cancelar", "end"].map(readAnswer)).toEqual([null, null, null, null])
})
