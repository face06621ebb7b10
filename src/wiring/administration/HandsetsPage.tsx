import "#views/administration/handsets.css"
import { Effect } from "effect"
import { actOnCall, readHandset, readHandsets, sendReply } from "#effects/Demo.ts"
import { handsetsMachine, type ActValues, type ReplyValues } from "#machines/administration/handsets.machine.ts"
import { SendReply, type Handset, type HandsetSummary } from "#schemas/administration/demo.ts"
import { validatorOf } from "#schemas/validate.ts"
import { demoWords } from "#schemas/administration/demoWords.ts"
import { HandsetsView } from "#views/administration/HandsetsView.tsx"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"

addWords(demoWords)

const logic = ({ reading, form, operation }: Tools) =>
  handsetsMachine.provide({
    actors: {
      handsets: reading(readHandsets),
      handset: reading(readHandset),
      act: operation((act: ActValues | null) => (act === null ? Effect.void : Effect.asVoid(actOnCall(act))), {
        failure: "handset.notActed",
      }),
      reply: form({
        validate: validatorOf(SendReply),
        submit: (values: ReplyValues) => sendReply(values),
        words: { success: "handset.sent", failure: "handset.notSent" },
      }),
    },
  })

/** `/dev/handset`, in the demo only: the server answers "not found" elsewhere. */
export const HandsetsPage = () => {
  const page = usePage(logic)
  return (
    <HandsetsView
      page={page}
      handsets={useReading<ReadonlyArray<HandsetSummary>>(page.actor, "handsets")}
      handset={useReading<Handset>(page.actor, "handset")}
      reply={useForm(page.actor, "reply")}
    />
  )
}
