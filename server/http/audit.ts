import { Clock, Effect } from "effect"
import type { Person } from "#schemas/api.ts"
import { auditStream } from "#server/identity/SignInAudit.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { contextOf } from "#server/handle.ts"

/**
 * Writes what somebody saw or took away to the company's audit stream of the
 * month, before the answer goes out: what cannot be recorded is not shown.
 * @param event ids and counts only (architecture §12).
 */
export const recordAudit = Effect.fn("recordAudit")(function* <Event extends { readonly _tag: string }>(
  person: Person,
  event: Event,
) {
  const { _tag, ...data } = event
  const events = yield* EventStore
  const now = yield* Clock.currentTimeMillis
  yield* events.appendNext({
    companyId: person.actingCompanyId,
    stream: auditStream(person.actingCompanyId, now),
    events: [{ type: _tag, data }],
    metadata: { ...contextOf(person), causationId: null, at: new Date(now).toISOString() },
  })
})
