import { bookedAppointment } from "#tests/support/bookingSamples.ts"
import {
  detailOf,
  importIn,
  sampleConversation,
  sampleList,
  samplePatient,
  samplePreview,
  sampleReply,
} from "#tests/support/peopleSamples.ts"
import { sampleQuickChoices, sampleQuickPerson, sampleQuickPreview } from "#tests/support/quickSendSamples.ts"
import { always, chosenBy, type GallerySample } from "./sample.ts"

/** The samples of the charts of people. */
export const samples: Readonly<Record<string, GallerySample>> = {
  conversation: {
    search: { message: "40" },
    readings: { conversation: always(sampleConversation) },
  },
  quickSend: {
    search: { send: sampleQuickPerson.hashedId },
    readings: {
      choices: always(sampleQuickChoices),
      preview: ({ context }) => (context.templateId === null ? undefined : sampleQuickPreview),
    },
    empty: { choices: { templates: [], senders: [] } },
  },
  database: {
    readings: {
      patients: always([samplePatient, { ...samplePatient, patientId: 2, externalId: "N-2", smsConsent: "granted" }]),
      replies: always([sampleReply]),
      lists: always([sampleList]),
      imports: always([importIn("checked"), { ...importIn("done"), importId: 6 }]),
      import: chosenBy("import", () => detailOf(importIn("checked"))),
      preview: chosenBy("import", () => [samplePreview]),
      visits: chosenBy("patient", () => [bookedAppointment]),
      list: chosenBy("list", () => ({ list: sampleList, imports: [importIn("done")] })),
    },
    empty: { patients: [], replies: [], lists: [], imports: [] },
  },
}
