import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { RecordingId } from "#schemas/outreach/callRecording.ts"
import { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { Database } from "#server/store/Database.ts"

/** So many calls are read at once; what is left is removed an hour later. */
const batch = 100

type Recorded = {
  readonly companyId: CompanyId
  readonly callId: string
  readonly recordings: ReadonlyArray<RecordingId>
}

/**
 * Has the carrier remove what was recorded in test calls that are over: no one is to hear it. A call that fails holds up
 * no other and is tried again an hour later. Gives how many failed.
 */
export const removeTestRecordings = Effect.gen(function* () {
  const { sql, company, everyCompany } = yield* Database
  const calls = yield* everyCompany(
    sql<Recorded>`
      select company_id as "companyId", call_id as "callId", recordings from test_calls
      where recordings <> '[]' and ended_at is not null order by ended_at limit ${batch}`,
  )
  const removed = ({ companyId, callId, recordings }: Recorded) =>
    VoiceCarrier.use((carrier) => Effect.forEach(recordings, carrier.removeRecording, { discard: true })).pipe(
      Effect.andThen(
        company(companyId)(
          sql`update test_calls set recordings = '[]'
              where company_id = ${companyId} and call_id = ${callId} and recordings = ${sql.json(recordings)}`,
        ),
      ),
      Effect.match({ onSuccess: () => 0, onFailure: () => 1 }),
    )
  const failures = yield* Effect.forEach(calls, removed, { concurrency: 4 })
  return failures.reduce((sum: number, one) => sum + one, 0)
}).pipe(Effect.withSpan("removeTestRecordings"))
