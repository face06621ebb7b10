import { Result } from "effect"
import { savedViewTable } from "#machines/lifecycles/savedView.lifecycle.ts"
import type { UserId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type {
  SavedViewEvent,
  SavedViewFacts,
  SavedViewId,
  SavedViewState,
  ShownDays,
} from "#schemas/reporting/savedView.ts"
import type { Decider } from "#server/decider.ts"
import { isWaiting } from "#server/scheduling/outreachRuns/occurrences.rule.ts"
import type { MailPassing } from "./savedViewTimes.rule.ts"

/** A saved view as its decisions need it. */
export type SavedViewFold = MailPassing & {
  readonly state: SavedViewState | "reserved"
  /** When it is mailed; undefined before it was saved. */
  readonly times: MailTimes | undefined
}

/** When a view is mailed. */
type MailTimes = Pick<SavedViewFacts, "frequency" | "weekdays" | "monthDay" | "time">

const timesIn = ({ frequency, weekdays, monthDay, time }: MailTimes): MailTimes => ({
  ...{ frequency, weekdays, monthDay, time },
})

/** Times that stay as they were owe what came due before the change: only other times begin with it. */
const sinceOf = (fold: SavedViewFold, facts: SavedViewFacts, now: string): string =>
  JSON.stringify(fold.times) === JSON.stringify(timesIn(facts)) ? fold.since : now

/** What may be asked of a saved view. Times are ISO instants; the last one comes from the program itself. */
export type SavedViewCommand =
  | {
      readonly _tag: "SaveView"
      readonly savedViewId: SavedViewId
      readonly facts: SavedViewFacts
      readonly now: string
    }
  | { readonly _tag: "DeleteView" }
  | ({
      readonly _tag: "MailView"
      readonly date: string
      readonly dueAt: string
      readonly mailedTo: ReadonlyArray<UserId>
    } & ShownDays)

const sentences: Readonly<Record<SavedViewFold["state"], string>> = {
  reserved: "This view was never saved. Save it first.",
  saved: "This view is saved. It can be changed or deleted.",
  deleted: "This saved view was deleted.",
}

const happen = ({ state }: SavedViewFold, event: SavedViewEvent) =>
  savedViewTable.next(state, event._tag) === undefined
    ? Result.fail(problem("NotAllowedNow", sentences[state], { allowed: savedViewTable.allowed(state) }))
    : Result.succeed([event])

const decide: Decider<SavedViewFold, SavedViewCommand, SavedViewEvent>["decide"] = (fold, command) => {
  switch (command._tag) {
    case "SaveView": {
      const { savedViewId, facts, now } = command
      const since = sinceOf(fold, facts, now)
      return happen(
        fold,
        fold.state === "reserved"
          ? { _tag: "SavedViewCreated", savedViewId, ...facts, since }
          : { _tag: "SavedViewRevised", ...facts, since },
      )
    }
    case "DeleteView":
      return happen(fold, { _tag: "SavedViewDeleted" })
    case "MailView": {
      const { _tag: _, ...due } = command
      // What is due is decided once: the second caller finds the date behind the view.
      return fold.state === "saved" && !isWaiting({ ...fold, skipped: [] }, due.date)
        ? Result.succeed([])
        : happen(fold, { _tag: "SavedViewCameDue", ...due })
    }
  }
}

/** How far the mails of a view have come after an event; the row of the view keeps the same. */
export const mailsAfter = ({ since, lastDate }: MailPassing, event: SavedViewEvent): MailPassing => ({
  since: "since" in event ? event.since : since,
  lastDate: event._tag === "SavedViewCameDue" ? event.date : lastDate,
})

/** What an event says of a view's settings; undefined where it says nothing of them. */
export const factsIn = (event: SavedViewEvent): SavedViewFacts | undefined => {
  if (event._tag === "SavedViewCreated") {
    const { _tag, since: _since, savedViewId: _id, ...facts } = event
    return facts
  }
  if (event._tag !== "SavedViewRevised") return undefined
  const { _tag, since: _since, ...facts } = event
  return facts
}

const timesAfter = (times: MailTimes | undefined, event: SavedViewEvent): MailTimes | undefined => {
  const facts = factsIn(event)
  return facts === undefined ? times : timesIn(facts)
}

/** Saved views: at each of their times they are mailed once, and never for a time before they were saved. */
export const savedViewDecider: Decider<SavedViewFold, SavedViewCommand, SavedViewEvent> = {
  initialState: { state: "reserved", since: "", lastDate: null, times: undefined },
  decide,
  evolve: (fold, event) => ({
    ...mailsAfter(fold, event),
    times: timesAfter(fold.times, event),
    state: savedViewTable.next(fold.state, event._tag) ?? fold.state,
  }),
}
