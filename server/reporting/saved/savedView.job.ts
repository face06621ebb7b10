import { Effect, Layer, Schedule } from "effect"
import { isoNow } from "#server/store/isoNow.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { giveUpMail, mailSavedView, settleSavedView } from "./reportMail.commands.ts"
import { readDueMails, type ReportMailJob } from "./reportMail.queries.ts"
import { readScheduledViews, type ScheduledView } from "./savedView.queries.ts"
import { dueMail, nextMail } from "./savedViewTimes.rule.ts"

const mailJob = "reports.mail"
/** How often due views are looked for. */
const lookEvery = "20 seconds"

const addMail = Effect.fnUntraced(function* (job: ReportMailJob) {
  const { companyId, viewId, userId, date } = job
  yield* (yield* JobQueue).add(mailJob, job, { key: `${companyId}-${viewId}-${userId}-${date}` })
})

const never = "9999"

/** When a view must be looked at next: at once where it is due. */
const lookAt = ({ row, timezone }: ScheduledView, now: string): string =>
  dueMail(row, timezone, now) === undefined ? (nextMail(row, timezone, now)?.at ?? never) : now

/**
 * Settles what is due of the views of all companies, and has their mails sent.
 * @param known when each version of a view is due, which is computed once for each
 */
export const mailDueViews = (known: Map<string, string>) =>
  Effect.gen(function* () {
    const scheduled = yield* readScheduledViews
    const keys = new Set<string>()
    for (const view of scheduled) {
      const now = yield* isoNow
      const { companyId, viewId, version, timezone } = view
      const key = `${companyId}-${viewId}-${version}-${timezone}`
      keys.add(key)
      const at = known.get(key) ?? lookAt(view, now)
      known.set(key, at)
      if (at > now) continue
      // One view's trouble must not keep the others from being mailed.
      yield* settleSavedView(companyId, viewId).pipe(
        Effect.catchCause((cause) =>
          Effect.logWarning(`Saved view ${viewId} of company ${companyId} could not be settled`, cause),
        ),
      )
    }
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
    // What this look settled, and what a process settled that ended before its mails were on their way.
    yield* Effect.forEach(yield* readDueMails, addMail, { discard: true })
  })

/** The background work of saved views, for processes with the worker role: at their times they are mailed. */
export const savedViewWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* JobQueue
    yield* jobs.define(mailJob, mailSavedView, { givenUp: giveUpMail })
    yield* mailDueViews(new Map()).pipe(
      Effect.catchCause((cause) => Effect.logError("Saved views could not be looked at", cause)),
      Effect.repeat(Schedule.spaced(lookEvery)),
      Effect.forkScoped,
    )
  }),
)
