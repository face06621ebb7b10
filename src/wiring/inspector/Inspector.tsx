import { useActorRef, useSelector } from "@xstate/react"
import { useEffect } from "react"
import { RawIntlProvider } from "react-intl"
import { createMachine } from "xstate"
import { openInspectionChannel } from "#effects/inspectionChannel.ts"
import { inspectorMachine, type InspectedRun } from "#machines/administration/inspector.machine.ts"
import { pictureOf } from "#machines/outline.ts"
import type { InspectionMessage } from "#schemas/administration/inspection.ts"
import { pictureWords } from "#schemas/administration/pictureWords.ts"
import { flowWords } from "#schemas/administration/flowWords.ts"
import { inspectorWords } from "#schemas/administration/inspectorWords.ts"
import { InspectorView } from "#views/administration/InspectorView.tsx"
import { FlowPicture } from "../administration/FlowPicture.tsx"
import { intl } from "../intl.ts"
import { inspectWith } from "../journal.ts"
import { addWords } from "../pageWords.ts"
import { inStately } from "./stately.ts"

addWords(flowWords, pictureWords, inspectorWords)

const listeners = new Set<(message: InspectionMessage) => void>()
const channel = openInspectionChannel((message) => {
  for (const listener of listeners) listener(message)
})
const inspectedTab = {
  listen: (listener: (message: InspectionMessage) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  askAgain: () => channel.say({ type: "inspector.came" }),
}

const logic = inspectorMachine.provide({ actors: { stately: inStately(inspectedTab) } })

const Picture = ({ run }: { readonly run: InspectedRun }) => {
  if (run.definition === "") return null
  const chart = createMachine(JSON.parse(run.definition) as never)
  return (
    <FlowPicture
      chart={run.run}
      text={pictureOf(chart, run.states)}
      title={intl().formatMessage({ id: "inspector.picture" }, { chart: run.name })}
    />
  )
}

/** The inspector in a tab of its own; it has no session and asks no server. */
export const Inspector = () => {
  const actor = useActorRef(logic, { inspect: inspectWith("inspector") })
  const snapshot = useSelector(actor, (seen) => seen)
  useEffect(() => {
    const leave = inspectedTab.listen((message) => {
      if (message.type === "step") actor.send({ type: "step.received", step: message.step })
    })
    inspectedTab.askAgain()
    return leave
  }, [actor])
  const { runs, chosen } = snapshot.context
  const run = runs.find((one) => one.run === chosen)
  return (
    <RawIntlProvider value={intl()}>
      <InspectorView
        inspector={{ snapshot, send: (event) => actor.send(event) }}
        offersStately={new URLSearchParams(location.search).has("stately")}
        picture={run === undefined ? null : <Picture run={run} />}
      />
    </RawIntlProvider>
  )
}
