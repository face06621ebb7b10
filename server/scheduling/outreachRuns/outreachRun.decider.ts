import { Result } from "effect"
import { outreachRunTable } from "#machines/lifecycles/outreachRun.lifecycle.ts"
import type { CampaignId, UserId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type {
  OccurrenceReason,
  OutreachRunEvent,
  OutreachRunFacts,
  OutreachRunId,
  OutreachRunState,
} from "#schemas/scheduling/outreachRun.ts"
import type { Decider } from "#server/decider.ts"
import { isToCome, isWaiting, nextOf, type Passing } from "./occurrences.rule.ts"
import { datesBetween } from "./recurrence.rule.ts"

/** An outreach run as its decisions need it. */
export type OutreachRunFold = {
  readonly state: OutreachRunState | "reserved"
  readonly facts: OutreachRunFacts | null
} & Passing

type Dated = { readonly date: string; readonly dueAt: string }
/** What may be asked of an outreach run. Times are ISO instants; the last four come from the program itself. */
export type OutreachRunCommand =
  | {
      readonly _tag: "SaveOutreachRun"
      readonly runId: OutreachRunId
      readonly facts: OutreachRunFacts
      readonly userId: UserId
      readonly now: string
    }
  | { readonly _tag: "PauseOutreachRun" }
  | { readonly _tag: "ResumeOutreachRun"; readonly userId: UserId; readonly now: string }
  | { readonly _tag: "DeleteOutreachRun" }
  | { readonly _tag: "SkipOccurrence"; readonly date: string; readonly now: string }
  | { readonly _tag: "UnskipOccurrence"; readonly date: string; readonly now: string }
  | ({ readonly _tag: "LaunchOccurrence"; readonly campaignId: CampaignId } & Dated)
  | ({ readonly _tag: "FailOccurrence"; readonly reason: OccurrenceReason } & Dated)
  | ({ readonly _tag: "MissOccurrence" } & Dated)
  /** Ends it where no date is left; ends it whatever is left, as someone wants. */
  | { readonly _tag: "EndOutreachRun"; readonly now: string }
  | { readonly _tag: "StopOutreachRun" }

const sentences: Readonly<Record<OutreachRunFold["state"], string>> = {
  reserved: "This outreach run was never saved. Save it first.",
  active: "This outreach run is active. It can be changed, paused or deleted.",
  paused: "This outreach run is paused. It can be changed, resumed or deleted.",
  ended: "This outreach run has ended. It can be given other dates, or deleted.",
  deleted: "This outreach run was deleted.",
}

type Decided = Result.Result<ReadonlyArray<OutreachRunEvent>, Problem>
const refuse = (sentence: string): Decided => Result.fail(problem("NotAllowedNow", sentence))
const nothing: Decided = Result.succeed([])

const happen = ({ state }: OutreachRunFold, event: OutreachRunEvent): Decided =>
  outreachRunTable.next(state, event._tag) === undefined
    ? Result.fail(problem("NotAllowedNow", sentences[state], { allowed: outreachRunTable.allowed(state) }))
    : Result.succeed([event])

const noDate = problem("Invalid", "There is no date to come. Choose other dates.", {
  errors: [{ field: "firstDate", message: "There is no date to come. Choose other dates." }],
})

type Save = Extract<OutreachRunCommand, { readonly _tag: "SaveOutreachRun" }>
const save = (fold: OutreachRunFold, { runId, facts, userId, now }: Save): Decided => {
  const takenUp = { setUpBy: userId, since: now }
  const event: OutreachRunEvent =
    fold.state === "reserved"
      ? { _tag: "OutreachRunCreated", runId, ...facts, ...takenUp }
      : { _tag: "OutreachRunRevised", ...facts, ...takenUp }
  const decided = happen(fold, event)
  if (Result.isFailure(decided)) return decided
  return nextOf(facts, { ...fold, ...takenUp }) === undefined ? Result.fail(noDate) : decided
}

/** A date is skipped or takes place again only while it is to come. */
const skip = (fold: OutreachRunFold, date: string, now: string, event: OutreachRunEvent): Decided => {
  const isSkipped = fold.skipped.includes(date)
  const decided = happen(fold, event)
  if (Result.isFailure(decided)) return decided
  if (
    fold.facts === null ||
    datesBetween(fold.facts, date, date).length === 0 ||
    !isToCome(fold.facts, fold, date, now)
  )
    return refuse("This date is not one to come of this outreach run. Look again.")
  return (event._tag === "OccurrenceSkipped") === isSkipped ? nothing : decided
}

/** What is due is decided once: the second caller finds the date behind the run. */
const settle = (fold: OutreachRunFold, event: OutreachRunEvent & Dated): Decided => {
  const decided = happen(fold, event)
  if (Result.isFailure(decided)) return decided
  return isWaiting(fold, event.date) && !fold.skipped.includes(event.date)
    ? decided
    : refuse("This date of the outreach run was decided already.")
}

const decide: Decider<OutreachRunFold, OutreachRunCommand, OutreachRunEvent>["decide"] = (fold, command) => {
  switch (command._tag) {
    case "SaveOutreachRun":
      return save(fold, command)
    case "PauseOutreachRun":
      return happen(fold, { _tag: "OutreachRunPaused" })
    case "ResumeOutreachRun":
      return happen(fold, { _tag: "OutreachRunResumed", setUpBy: command.userId, since: command.now })
    case "StopOutreachRun":
      return happen(fold, { _tag: "OutreachRunEnded" })
    case "DeleteOutreachRun":
      return happen(fold, { _tag: "OutreachRunDeleted" })
    case "SkipOccurrence":
      return skip(fold, command.date, command.now, { _tag: "OccurrenceSkipped", date: command.date })
    case "UnskipOccurrence":
      return skip(fold, command.date, command.now, { _tag: "OccurrenceUnskipped", date: command.date })
    case "LaunchOccurrence":
      return settle(fold, { ...command, _tag: "OccurrenceLaunched" })
    case "FailOccurrence":
      return settle(fold, { ...command, _tag: "OccurrenceFailed" })
    case "MissOccurrence":
      return settle(fold, { ...command, _tag: "OccurrenceMissed" })
    case "EndOutreachRun":
      return fold.facts !== null && nextOf(fold.facts, fold, command.now) === undefined
        ? happen(fold, { _tag: "OutreachRunEnded" })
        : nothing
  }
}

/** What has passed of a run after an event; the row of the run keeps the same. */
export const passedBy = ({ since, lastDate, skipped }: Passing, event: OutreachRunEvent): Passing => {
  const passing = { since, lastDate, skipped }
  switch (event._tag) {
    case "OutreachRunCreated":
    case "OutreachRunRevised":
    case "OutreachRunResumed":
      return { ...passing, since: event.since }
    case "OccurrenceSkipped":
      return { ...passing, skipped: [...skipped, event.date] }
    case "OccurrenceUnskipped":
      return { ...passing, skipped: skipped.filter((date) => date !== event.date) }
    case "OccurrenceLaunched":
    case "OccurrenceFailed":
    case "OccurrenceMissed":
      return { ...passing, lastDate: event.date, skipped: skipped.filter((date) => date > event.date) }
    default:
      return passing
  }
}

/** What an event says of a run’s settings; undefined where it says nothing of them. */
export const factsIn = (event: OutreachRunEvent): OutreachRunFacts | undefined => {
  if (event._tag !== "OutreachRunCreated" && event._tag !== "OutreachRunRevised") return undefined
  const { _tag, setUpBy: _setUpBy, since: _since, ...facts } = event
  if (!("runId" in facts)) return facts
  const { runId: _runId, ...rest } = facts
  return rest
}

/** Outreach runs: each of their dates is decided once, in order, and none before the run was set up or resumed. */
export const outreachRunDecider: Decider<OutreachRunFold, OutreachRunCommand, OutreachRunEvent> = {
  initialState: { state: "reserved", facts: null, since: "", lastDate: null, skipped: [] },
  decide,
  evolve: (fold, event) => ({
    ...passedBy(fold, event),
    state: outreachRunTable.next(fold.state, event._tag) ?? fold.state,
    facts: factsIn(event) ?? fold.facts,
  }),
}
