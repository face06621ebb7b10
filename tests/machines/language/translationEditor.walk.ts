import { translationEditorMachine } from "#machines/language/translationEditor.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { heardPrompt } from "#tests/support/callFlowSamples.ts"
import { sampleSpanish, sampleTranslation } from "#tests/support/translationSamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"
import { formShows, leftForm } from "../session/form.walk.ts"

/** The values of a translation's form. */
export const writtenTranslation = {
  hashedId: sampleTranslation.hashedId,
  templateId: sampleTranslation.templateId,
  language: sampleTranslation.language,
  streamVersion: sampleTranslation.streamVersion,
  text: sampleSpanish,
}

/** Everything that can happen while a translation is written and decided on. */
export const translationEditorWalk: ChartWalk = {
  machine: translationEditorMachine,
  input: { search: { id: sampleTranslation.hashedId, language: "es" } },
  events: [
    { type: "retry.pressed" },
    { type: "review.pressed" },
    { type: "approve.pressed" },
    { type: "remove.pressed" },
    { type: "translate.pressed" },
    { type: "back.pressed" },
    { type: "hear.pressed", place: "1 text", prompt: { _tag: "Speech", text: "Hola." }, voice: undefined },
    formShows(writtenTranslation),
    formShows({ ...writtenTranslation, text: `${writtenTranslation.text} Gracias.` }),
    formShows({ ...writtenTranslation, text: "" }),
  ],
  outcomes: {
    open: [{ output: sampleTranslation }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: {} } }, leftForm],
    hear: [{ output: heardPrompt }, { error: unreachable() }],
    command: [
      ended({ verb: "review", subject: sampleTranslation, outcome: "done" }),
      ended({ verb: "approve", subject: sampleTranslation, outcome: "done" }),
      ended({ verb: "remove", subject: sampleTranslation, outcome: "done" }),
      ended({ verb: "remove", subject: sampleTranslation, outcome: "cancelled" }),
      ended({ verb: "translate", subject: sampleTranslation, outcome: "done" }),
      ended({ verb: "translate", subject: sampleTranslation, outcome: "cancelled" }),
    ],
  },
  allows: isOfItsCommand,
  key: (snapshot) => {
    const { text, place, heard, soundProblem } = snapshot.context
    return [text, place, heard, soundProblem, verbUnderWay(snapshot)]
  },
}
