import { Clock, DateTime, Effect } from "effect"
import type { AnyStateMachine } from "xstate"
import { leaveJournal, takeJournal } from "#effects/JournalStore.ts"
import { saveText } from "#effects/saveDownload.ts"
import { rightsLongPauseMillis } from "#schemas/constants.ts"
import { recentOf, resumeOf } from "#machines/journal.ts"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { toastsMachine, type Toast } from "#machines/session/toasts.machine.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import { fileOf } from "#schemas/session/journalFile.ts"
import { masking } from "#schemas/session/journalMask.ts"
import { keptCharts } from "#schemas/session/keptJournal.ts"
import { adoptJournals, forgetJournals, journals, moment } from "./journal.ts"
import { session } from "./session.ts"

const left = Effect.runSync(takeJournal())
let owner = left?.userId ?? null
adoptJournals(left?.file.charts ?? [])

/** How much of each chart is left to the next page, tried from much to little; idle tells the time each second. */
const lengths: ReadonlyArray<number> = [500, 100, 20, 0]
const versions = function* (): Generator<ReadonlyArray<ChartJournal>> {
  for (const most of lengths) {
    const own = journals
      .runs()
      .filter(({ journal }) => keptCharts.includes(journal.chart))
      .map(({ journal, machine }) => recentOf(journal, journal.chart === "idle" ? Math.min(20, most) : most, machine))
    yield [...journals.earlier(), ...own]
    yield own
  }
}

// Only who leaves for the sign-in page or reloads theirs comes back to it; of a session that is over nothing stays.
addEventListener("pagehide", () => {
  const { person } = session.getSnapshot().context
  const isComingBack = person !== null || session.getSnapshot().matches({ person: "redirecting" })
  if (isComingBack) Effect.runSync(leaveJournal(person?.userId ?? owner, versions()))
})

/** Someone is signed in: what another person left in this tab is forgotten. */
export const ownJournals = (userId: number): void => {
  if (owner !== null && owner !== userId) adoptJournals([])
  owner = userId
}

/** Nobody is signed in any more: what was heard of patients is forgotten, and of the rest all that could be personal. */
export const disownJournals = (): void => {
  const mask = masking()
  owner = null
  adoptJournals([])
  forgetJournals((journal) => (keptCharts.includes(journal.chart) ? mask(journal) : null))
}

/** Saves all that was heard in this tab, masked, as a file for a tester; answers its name. */
export const saveReport = (): string =>
  Effect.runSync(
    Effect.gen(function* () {
      const savedAt = yield* Clock.currentTimeMillis
      const name = `admin-view-journal-${DateTime.formatIsoDateUtc(DateTime.makeUnsafe(savedAt))}.json`
      yield* saveText(JSON.stringify(fileOf(journals.read(), { savedAt, masked: true })), "application/json", name)
      return name
    }),
  )

/** A toast that stood on the screen when the page before was left, and the milliseconds that it has left. */
export type LeftToast = { readonly toast: Toast; readonly left: number }

/** The runs of a chart in the pages before, as they were left; none where a newer release reads them no more. */
const resumed = (machine: AnyStateMachine): ReadonlyArray<ReturnType<typeof resumeOf>> => {
  try {
    const runs = journals.earlier().filter(({ chart }) => chart === machine.id)
    return runs.map((journal) => resumeOf(machine, journal, moment()))
  } catch {
    return []
  }
}

/** The toasts that a reload took from the screen before their time. */
export const leftToasts = (): ReadonlyArray<LeftToast> => {
  const { snapshot, timers = [] } = resumed(toastsMachine).at(-1) ?? {}
  const { context } = (snapshot ?? {}) as { readonly context?: { readonly shown: ReadonlyArray<Toast> } }
  const lifeOf = (id: string): number => timers.find(({ event }) => event["id"] === id)?.left ?? 0
  return (context?.shown ?? []).map((toast) => ({ toast, left: lifeOf(toast.id) })).filter(({ left: life }) => life > 0)
}

const restsUntil =
  moment() +
  resumed(sessionMachine)
    .flatMap(({ timers }) => timers)
    .filter(({ event }) => event.type.startsWith("xstate.after.rightsPause."))
    // A clock that was set back meanwhile makes no rest longer than it is.
    .reduce((most, { left: rest }) => Math.max(most, Math.min(rest, rightsLongPauseMillis)), 0)

/** Whether rights were read so shortly before the page was loaded anew that they are not read again. */
export const areRightsResting = (): boolean => moment() < restsUntil
