import { Clock, Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { auditStream } from "#server/identity/SignInAudit.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { contextOf } from "#server/handle.ts"

type Fact = { readonly _tag: string }

const entryOf = Effect.fnUntraced(function* (person: Person, { _tag, ...data }: Fact) {
  const now = yield* Clock.currentTimeMillis
  const { expectedVersion: _, ...context } = contextOf(person)
  return {
    companyId: person.actingCompanyId,
    stream: auditStream(person.actingCompanyId, now),
    events: [{ type: _tag, data }],
    metadata: { ...context, causationId: null, at: new Date(now).toISOString() },
  }
})

/**
 * Writes what a person took away, or was refused, to the company's audit stream of the
 * month, before the answer goes out: what cannot be recorded is not shown.
 * @param event ids and counts only (docs/architecture.md#personal-data).
 */
export const recordAudit = Effect.fn("recordAudit")(function* <Event extends Fact>(person: Person, event: Event) {
  const events = yield* EventStore
  yield* events.appendNext(yield* entryOf(person, event))
})

/** Records a download, which outlives its call: a failure is logged, since the file is out already. */
export const recordTaken = Effect.fnUntraced(function* (person: Person) {
  const events = yield* EventStore
  return <Event extends Fact>(event: Event): Effect.Effect<void> =>
    recordAudit(person, event).pipe(
      Effect.provideService(EventStore, events),
      Effect.catchCause((cause) => Effect.logError("An export could not be written to the audit stream", cause)),
    )
})

/**
 * Writes that someone looked at people, before the rows are shown. The same page again within a minute
 * is one look; looks never wait for each other (decision 036).
 * @param event ids and counts only (docs/architecture.md#personal-data)
 * @param asked what makes pages different besides the event; it is not stored
 */
export const recordLook = Effect.fn("recordLook")(function* <Event extends Fact>(
  person: Person,
  event: Event,
  asked: ReadonlyArray<unknown>,
) {
  const events = yield* EventStore
  const { userId, sessionId, address } = person
  yield* events.note({
    ...(yield* entryOf(person, event)),
    same: JSON.stringify([userId, sessionId, address, event, ...asked.map((one) => one ?? null)]),
  })
})
