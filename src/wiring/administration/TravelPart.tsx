import "#views/administration/gallery.css"
import { Effect } from "effect"
import { useMemo, useSyncExternalStore } from "react"
import { fromCallback, fromPromise, type AnyStateMachine } from "xstate"
import { effectActor } from "#effects/actors.ts"
import { readJournalFile } from "#effects/journalFiles.ts"
import {
  timeTravelMachine,
  travelledRun,
  travelledRuns,
  travelledStep,
  type TravelEvent,
  type TravelSnapshot,
} from "#machines/administration/timeTravel.machine.ts"
import { familyOf, momentAfter, searchAt, viewedRun } from "#machines/journalRuns.ts"
import { pictureOf } from "#machines/outline.ts"
import { flowWords } from "#schemas/administration/flowWords.ts"
import { galleryWords } from "#schemas/administration/galleryWords.ts"
import { pictureWords } from "#schemas/administration/pictureWords.ts"
import { travelWords } from "#schemas/administration/travelWords.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import { plainOf } from "#schemas/session/journalFile.ts"
import { TimeTravelView } from "#views/administration/TimeTravelView.tsx"
import { useWords } from "#views/parts/Words.tsx"
import type { Drawn, FrameMessage } from "../gallery/frameMessage.ts"
import { ViewFrame } from "../gallery/ViewFrame.tsx"
import { journals } from "../journal.ts"
import { codeOf } from "../chunks.ts"
import { reportSaver } from "../reportSaver.ts"
import { usePerson } from "../person.ts"
import { usePage } from "../usePage.ts"
import { addWords } from "../pageWords.ts"
import { FlowPicture } from "./FlowPicture.tsx"

addWords(flowWords, galleryWords, pictureWords, travelWords)

const logic = () =>
  timeTravelMachine.provide({
    actors: {
      listen: fromCallback<TravelEvent>(({ sendBack }) => {
        const sendJournals = (): void => sendBack({ type: "journals.heard", journals: journals.read() })
        sendJournals()
        return journals.subscribe(sendJournals)
      }),
      read: effectActor({ runPromiseExit: Effect.runPromiseExit })(readJournalFile) as never,
      save: fromPromise(async () => (await codeOf(reportSaver))()),
    },
  })

const darkness = matchMedia("(prefers-color-scheme: dark)")
const followDarkness = (listener: () => void): (() => void) => {
  darkness.addEventListener("change", listener)
  return () => darkness.removeEventListener("change", listener)
}

/** A journal keeps by reference what events carried; a frame takes plain data only. */
const plain = new WeakMap<ChartJournal, ChartJournal>()
const asPlain = (journal: ChartJournal): ChartJournal => {
  const known = plain.get(journal) ?? (plainOf(journal) as ChartJournal)
  plain.set(journal, known)
  return known
}

/** The message about a run's moment for the frame; the same object for as long as nothing of it changed. */
const useFrameMessage = (snapshot: TravelSnapshot, run: ChartJournal, person: FrameMessage["person"]): FrameMessage => {
  const dark = useSyncExternalStore(followDarkness, () => darkness.matches)
  const all = travelledRuns(snapshot)
  const step = travelledStep(snapshot, run)
  const viewed = viewedRun(all, run)
  const family = familyOf(all, viewed)
  const heard = family.map(({ actor, entries }) => `${actor} ${entries.length} ${entries.at(-1)?.at}`).join()
  return useMemo(() => {
    const at = momentAfter(run, step)
    return {
      chart: viewed.chart,
      dark,
      search: searchAt(viewed, at),
      person,
      moment: {
        journals: family.map(asPlain),
        actor: viewed.actor,
        at,
        watched: { actor: run.actor, step },
      },
    }
    // The journals are compared by identity: they are other objects whenever any chart of the tab hears anything.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [run.actor, heard, step, dark, person])
}

type Drawing = {
  readonly snapshot: TravelSnapshot
  readonly run: ChartJournal
  readonly send: (event: TravelEvent) => void
}

const ViewThen = ({ snapshot, run, send }: Drawing) => {
  const words = useWords()
  const person = usePerson()
  const message = useFrameMessage(snapshot, run, snapshot.context.file === null ? person : null)
  const step = travelledStep(snapshot, run)
  const drawn = useMemo(
    () => (saying: Drawn) =>
      send(
        saying.type === "frame.drawn"
          ? { type: "moment.drawn", stood: saying.stood }
          : { type: "moment.broken", stood: saying.stood, reason: saying.reason },
      ),
    [send],
  )
  return (
    <ViewFrame
      message={message}
      width={1280}
      scale={1}
      always
      title={words("travel.view.frame", { chart: run.chart, step, count: run.entries.length })}
      onDrawn={drawn}
    />
  )
}

type Props = { readonly machine: AnyStateMachine; readonly known: ReadonlyArray<string> }

/** `/dev/flows?view=travel`: the journals of this tab, or of a file. */
export const TravelPart = ({ machine, known }: Props) => {
  const page = usePage(logic)
  const words = useWords()
  const run = travelledRun(page.snapshot)
  return (
    <TimeTravelView
      page={page}
      url={page.url}
      chart={machine.id}
      known={known}
      picture={
        <FlowPicture
          chart={machine.id}
          text={pictureOf(machine, page.snapshot.context.stood?.states ?? [])}
          title={words("flows.picture", { chart: machine.id })}
        />
      }
      frame={run && <ViewThen snapshot={page.snapshot} run={run} send={page.send} />}
    />
  )
}
