import "#views/administration/flows.css"
import { createMachine, type AnyStateMachine } from "xstate"
import { flowsMachine } from "#machines/administration/flows.machine.ts"
import { outlineOf, pictureOf } from "#machines/outline.ts"
import { FlowsView } from "#views/administration/FlowsView.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { usePage } from "../usePage.ts"
import { FlowPicture } from "./FlowPicture.tsx"
import { watch } from "./watching.ts"

const logic = flowsMachine.provide({ actors: { watch } })

// The written charts, not the modules they were written from: importing those here would cut up the chunks of
// the pages they belong to. `npm run check` holds both equal.
const files = import.meta.glob<object>(["/docs/flows/*/*.json", "!/docs/flows/*/*.states.json"], {
  eager: true,
  import: "default",
})
const charts = Object.entries(files).map(([file, config]) => {
  const machine: AnyStateMachine = createMachine(config as never)
  return { area: file.split("/").at(-2) ?? "", id: machine.id, machine }
})

/** `/dev/flows`, in the demo only: the server answers "not found" elsewhere. */
export const FlowsPage = () => {
  const page = usePage(logic)
  const words = useWords()
  const { machine } =
    charts.find((chart) => chart.id === page.url.search["chart"]) ?? charts.find((chart) => chart.id === "session")!
  const present = page.snapshot.context.running.find(({ chart }) => chart === machine.id)?.states ?? []
  return (
    <FlowsView
      page={page}
      url={page.url}
      charts={charts}
      chosen={outlineOf(machine)}
      present={present}
      picture={
        <FlowPicture
          chart={machine.id}
          text={pictureOf(machine, present)}
          title={words("flows.picture", { chart: machine.id })}
        />
      }
    />
  )
}
