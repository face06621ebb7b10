import { outreachRunTable } from "#machines/lifecycles/outreachRun.lifecycle.ts"
import {
  isRunOutdated,
  type OutreachRunsEvent,
  type OutreachRunsSnapshot,
} from "#machines/scheduling/outreachRuns.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { OutreachRunDetail } from "#schemas/scheduling/outreachRun.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"

/** What may be done to an outreach run now, by its lifecycle and the person's rights; the rest says why not. */
export const runActions = (
  run: OutreachRunDetail,
  rights: Rights,
  { snapshot, send }: Seen<OutreachRunsSnapshot, OutreachRunsEvent>,
  command: SeenCommand | undefined,
  url: PageUrl,
  words: (id: WordId) => string,
): ReadonlyArray<Action> => {
  const right = missingRight(rights, "Scheduler.ChangeOutreachRunState")
  const verb = run.state === "paused" ? "resume" : "pause"
  const allowed = outreachRunTable.allowed(run.state)
  const event = verb === "pause" ? "OutreachRunPaused" : "OutreachRunResumed"
  const skipping = missingRight(rights, "Scheduler.SkipOccurrence")
  const actions: ReadonlyArray<Action> = [
    {
      id: "edit",
      label: words("runs.edit"),
      intent: "primary",
      href: url.href({ edit: run.hashedId, id: null }),
      reason: missingRight(rights, "Scheduler.SaveOutreachRun"),
    },
    {
      id: verb,
      label: words(`runs.${verb}`),
      busy: isSending(command, verb),
      onPress: () => send({ type: `${verb}.pressed`, run, date: null }),
      reason: right ?? (allowed.includes(event) ? undefined : words("runs.cannot.pause.ended")),
    },
    ...(allowed.includes("OutreachRunEnded")
      ? [
          {
            id: "end",
            label: words("runs.end.confirm"),
            busy: isSending(command, "end"),
            onPress: () => send({ type: "end.pressed", run, date: null }),
            reason: right,
          },
        ]
      : []),
    {
      id: "delete",
      label: words("runs.delete"),
      intent: "danger",
      busy: isSending(command, "delete"),
      onPress: () => send({ type: "delete.pressed", run, date: null }),
      reason: right,
    },
    // Dates are skipped where they stand; here it is said who may not.
    ...(skipping === undefined ? [] : [{ id: "skip", label: words("runs.skip.any"), reason: skipping }]),
  ]
  const waits = isSending(command) || isRunOutdated(snapshot, run)
  return actions.map((action) => ({ ...action, waits }))
}
