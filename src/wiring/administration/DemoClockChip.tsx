import "#views/administration/demoClock.css"
import { Effect } from "effect"
import { moveDemoClock, readDemoClock } from "#effects/Demo.ts"
import { demoClockMachine } from "#machines/administration/demoClock.machine.ts"
import { guardRoute } from "#schemas/routes.ts"
import { DemoClockView } from "#views/administration/DemoClockView.tsx"
import { usePerson } from "../person.ts"
import { noteOffset } from "../productClock.ts"
import type { Tools } from "../tools.ts"
import { usePage } from "../usePage.ts"

type Stand = Effect.Success<typeof readDemoClock>

/** Notifications show the time of the product too. */
const note = ({ clock }: Stand) => Effect.sync(() => noteOffset(clock.offsetMillis))

const logic = ({ operation }: Tools) =>
  demoClockMachine.provide({
    actors: {
      read: operation(() => Effect.tap(readDemoClock, note)),
      move: operation((move: Parameters<typeof moveDemoClock>[0]) => Effect.tap(moveDemoClock(move), note), {
        failure: "demoClock.notMoved",
      }),
    },
  })

/** The demo clock in the top bar; nothing outside the demo. */
export const DemoClockChip = () => {
  const { snapshot, send } = usePage(logic)
  return <DemoClockView snapshot={snapshot} send={send} flows={guardRoute("/dev/flows", usePerson()) === "show"} />
}
