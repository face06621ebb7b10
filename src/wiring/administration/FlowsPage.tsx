import "#views/administration/flows.css"
import { Effect } from "effect"
import type { ReactNode } from "react"
import { createMachine, type AnyStateMachine } from "xstate"
import { readHistory, readThings } from "#effects/WatchedThings.ts"
import { statesAfter, stepLookedAt } from "#machines/administration/flowTimeline.ts"
import {
  flowsMachine,
  thingOf,
  type FlowsSnapshot,
  type SeenRun,
  type ThingsQuery,
} from "#machines/administration/flows.machine.ts"
import type { Search } from "#machines/session/page.ts"
import { outlineOf, pictureOf, type Outline } from "#machines/outline.ts"
import { missingRight, type Call } from "#schemas/access.ts"
import { partsOfPages } from "#schemas/administration/galleryParts.ts"
import type { History, WatchedRow, WatchedThing } from "#schemas/administration/history.ts"
import { problem } from "#schemas/problem.ts"
import type { PageOf } from "#schemas/reply.ts"
import { flowWords } from "#schemas/administration/flowWords.ts"
import { galleryWords } from "#schemas/administration/galleryWords.ts"
import { pictureWords } from "#schemas/administration/pictureWords.ts"
import { travelWords } from "#schemas/administration/travelWords.ts"
import type { ListedChart } from "#views/administration/ChartList.tsx"
import { FlowsView } from "#views/administration/FlowsView.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"
import { FlowPicture } from "./FlowPicture.tsx"
import { watch } from "./watching.ts"

addWords(flowWords, pictureWords, galleryWords, travelWords)

/** The addresses of every chart's drawn states come with it, which a look at charts needs none of. */
const GalleryPart = lazyPart(
  chunk(() => import("./GalleryPart.tsx").then((part) => part.GalleryPart)),
  { within: true },
)

const listedBy: Readonly<Record<WatchedThing, Call>> = {
  campaign: "Campaign.GetCampaigns",
  template: "Template.GetTemplates",
  import: "Database.GetImports",
}

/** Who may not see a list reads so here, without a call that the server would refuse and record. */
const readingFor = (present: Tools["person"]) => (wanted: ThingsQuery, page: PageOf) => {
  const person = present()
  const missing = person === null ? undefined : missingRight(person, listedBy[wanted.thing])
  return missing === undefined ? readThings(wanted, page) : Effect.fail(problem("Forbidden", missing))
}

/** What travels in time comes when it is asked for. */
const TravelPart = lazyPart(
  chunk(() => import("./TravelPart.tsx").then((part) => part.TravelPart)),
  { within: true },
)

const logic = ({ reading, listReading, person }: Tools) =>
  flowsMachine.provide({
    actors: { watch, things: listReading(readingFor(person)), history: reading(readHistory) },
  })

// The written charts, not the modules they were written from: importing those here would cut up the chunks of
// the pages they belong to. `npm run check` holds both equal.
const charts = Object.entries(
  import.meta.glob<object>(["/docs/flows/*/*.json", "!/docs/flows/*/*.states.json"], {
    eager: true,
    import: "default",
  }),
).map(([file, config]) => {
  const machine: AnyStateMachine = createMachine(config as never)
  return { area: file.split("/").at(-2) ?? "", id: machine.id, machine, outline: outlineOf(machine) }
})

const statesIn = (states: Outline["states"]): Outline["states"] =>
  states.flatMap((state) => [state, ...statesIn(state.states)])

/** The charts as their list offers them, once for the page. */
const listed: ReadonlyArray<ListedChart> = charts.map(({ area, id, outline: { states, everywhere } }) => {
  const all = statesIn(states)
  const leads = [...everywhere, ...all.flatMap((state) => state.leads)]
  return { area, id, states: all.length, names: [...all.map(({ name }) => name), ...leads.map(({ event }) => event)] }
})

/** Where a chart is written. */
const fileOf = ({ area, id }: { readonly area: string; readonly id: string }): string =>
  `src/machines/${area}/${id}.${area === "lifecycles" ? "lifecycle" : "machine"}.ts`

/** The run that is looked at: the one the address names, or else the newest, running ones first. */
const runOf = (snapshot: FlowsSnapshot, chart: string, named: string | undefined): SeenRun | undefined => {
  const runs = snapshot.context.runs.filter((run) => run.chart === chart)
  return runs.find(({ run }) => run === named) ?? runs.findLast(({ endedAt }) => endedAt === null) ?? runs.at(-1)
}

/** The states to light: those of the run now, or right after the event of it that is looked at. */
const lit = ({ context }: FlowsSnapshot, search: Search, run: SeenRun | undefined): ReadonlyArray<string> => {
  const step = stepLookedAt(context, search)
  if (run === undefined) return []
  return step?.run === run.run ? statesAfter(context, run, step) : run.states
}

/** What the gallery shows in the place of a chart: the parts that pages are put together from. */
const noChart: Outline = { id: partsOfPages, states: [], everywhere: [] }
const isOfParts = ({ view, chart }: Search): boolean => view === "gallery" && chart === partsOfPages

const known = charts.map(({ id }) => id)

const insteadOf = (view: string | undefined, chosen: Outline, machine: AnyStateMachine): ReactNode => {
  if (view === "gallery") return <GalleryPart chosen={chosen} />
  if (view === "travel") return <TravelPart machine={machine} known={known} />
  return undefined
}

/** `/dev/flows`, in the demo only: the server answers "not found" elsewhere. */
export const FlowsPage = () => {
  const page = usePage(logic)
  const words = useWords()
  const { search } = page.url
  const chart = charts.find(({ id }) => id === search["chart"]) ?? charts.find(({ id }) => id === "session")!
  const { machine, outline: chosen } = chart
  const history = useReading<History>(page.actor, "history")
  const run = runOf(page.snapshot, machine.id, search["run"])
  const stands = history.snapshot.context.data?.state
  const present =
    thingOf(machine.id) === undefined ? lit(page.snapshot, search, run) : stands === undefined ? [] : [stands]
  return (
    <FlowsView
      page={page}
      url={page.url}
      charts={listed}
      file={fileOf(chart)}
      chosen={isOfParts(search) ? noChart : chosen}
      instead={insteadOf(search["view"], isOfParts(search) ? noChart : chosen, machine)}
      present={present}
      run={run}
      things={useReading<ReadonlyArray<WatchedRow>>(page.actor, "things")}
      history={history}
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
