import "#views/administration/demoClock.css"
import { moveDemoClock, readDemoClock } from "#effects/Demo.ts"
import { demoClockMachine } from "#machines/administration/demoClock.machine.ts"
import { DemoClockView } from "#views/administration/DemoClockView.tsx"
import { operation } from "../operation.ts"
import { usePage } from "../usePage.ts"

const logic = demoClockMachine.provide({
  actors: {
    read: operation(() => readDemoClock),
    move: operation(moveDemoClock, { failure: "demoClock.notMoved" }),
  },
})

/** The demo clock under the top bar; nothing outside the demo. */
export const DemoClockStrip = () => {
  const { snapshot, send } = usePage(logic)
  return <DemoClockView snapshot={snapshot} send={send} />
}
