import { Effect } from "effect"
import { leaveJournal, takeJournal } from "#effects/JournalStore.ts"
import { rightsLongPauseMillis } from "#schemas/constants.ts"
import { recentOf, resumeOf } from "#machines/journal.ts"
import type { Toast } from "#machines/session/toasts.machine.ts"
import type { UserId } from "#schemas/ids.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import { masking } from "#schemas/session/journalMask.ts"
import { persistedCharts, type OpenToast } from "#schemas/session/persistedJournal.ts"
import { adoptJournals, clearJournals, journals, moment } from "./journal.ts"
import type { Session } from "./session.ts"

const none = (): ReadonlyArray<ChartJournal> => []

/** How much of each chart is left to the next page, tried from much to little; idle hears the time each second. */
const lengths: ReadonlyArray<number> = [500, 100, 20, 0]
const versions = function* (): Generator<ReadonlyArray<ChartJournal>> {
  for (const most of lengths) {
    const own = journals
      .runs()
      .filter(({ journal }) => persistedCharts.includes(journal.chart))
      .map(({ journal, machine }) => recentOf(journal, journal.chart === "idle" ? Math.min(20, most) : most, machine))
    yield [...journals.earlier(), ...own]
    yield own
  }
}

/** The running charts of a name as they are now, with their timers. */
const resumed = (chart: string) =>
  journals
    .runs()
    .filter(({ journal }) => journal.chart === chart)
    .map(({ journal, machine }) => resumeOf(machine, journal, moment()))

const openToasts = (): ReadonlyArray<OpenToast> =>
  resumed("toasts").flatMap(({ snapshot, timers }) => {
    const { shown } = (snapshot as unknown as { readonly context: { readonly shown: ReadonlyArray<Toast> } }).context
    return shown.flatMap(({ id, word, intent, at }) => {
      const life = timers.find(({ event }) => event["id"] === id)?.left ?? 0
      return word === undefined || life === 0 ? [] : [{ word, intent, at, until: moment() + life }]
    })
  })

/** Until when rights rest by the running session, or by the page before this one. */
const rightsRestUntil = (before: number): number =>
  resumed("session")
    .flatMap(({ timers }) => timers)
    .filter(({ event }) => event.type.startsWith("xstate.after.rightsPause."))
    .reduce((latest, { left: rest }) => Math.max(latest, moment() + rest), before)

/** What the page before this one left in this tab, and what this one leaves to the next. */
export const makePersistedJournal = (session: Session) => {
  const left = Effect.runSync(takeJournal())
  let owner = left?.userId ?? null
  let toastsLeft = left?.toasts ?? []
  // A clock that was set back meanwhile makes no rest longer than it is.
  let restsUntil = Math.min(left?.rightsRestUntil ?? 0, moment() + rightsLongPauseMillis)
  adoptJournals(left?.charts ?? none)

  const clearPrevious = (): void => {
    toastsLeft = []
    restsUntil = 0
    adoptJournals(none)
  }

  // Only who leaves for the sign-in page or reloads theirs comes back to it; of a session that is over nothing stays.
  addEventListener("pagehide", () => {
    const { person } = session.getSnapshot().context
    const isComingBack = person !== null || session.getSnapshot().matches({ person: "redirecting" })
    if (!isComingBack) return
    const userId = person?.userId ?? owner
    const resumed = { userId, toasts: openToasts(), rightsRestUntil: rightsRestUntil(restsUntil) }
    Effect.runSync(leaveJournal(resumed, versions()))
  })

  return {
    /** The toasts that a reload took from the screen before their time. */
    leftToasts: (): ReadonlyArray<OpenToast> => toastsLeft.filter(({ until }) => until > moment()),
    /** Whether rights were read so shortly before the page was loaded again that they are not read again. */
    areRightsResting: (): boolean => moment() < restsUntil,
    /** Someone is signed in: what another person left in this tab is forgotten. */
    own: (userId: UserId): void => {
      if (owner !== null && owner !== userId) clearPrevious()
      owner = userId
    },
    /** No one is signed in any more: what was heard of patients is forgotten, and of the rest all that could be personal. */
    disown: (): void => {
      const mask = masking()
      owner = null
      clearPrevious()
      clearJournals((journal) => (persistedCharts.includes(journal.chart) ? mask(journal) : null))
    },
  }
}

export type PersistedJournal = ReturnType<typeof makePersistedJournal>
