import { Effect } from "effect"
import { getNextSnapshot, initialTransition, type AnyMachineSnapshot, type AnyStateMachine } from "xstate"
import { Database } from "#server/store/Database.ts"

/** An event or fact of one thing, as the server stored it. */
type Stored = { readonly thing: string; readonly type: string }

/** The transitions of a lifecycle that stored events took, by the names the walks give them, those it does not take, and where each thing ended. */
const followed = (lifecycle: AnyStateMachine, stored: ReadonlyArray<Stored>) => {
  const taken = new Set<string>()
  const strange: Array<string> = []
  const things = new Map<string, AnyMachineSnapshot>()
  for (const { thing, type } of stored) {
    const before = things.get(thing) ?? initialTransition(lifecycle)[0]
    const name = `${lifecycle.id}.${String(before.value)} ${type}`
    if (before.can({ type })) taken.add(`${name} #0`)
    else strange.push(name)
    things.set(thing, getNextSnapshot(lifecycle, before, { type }))
  }
  const ends = Object.fromEntries([...things].map(([thing, snapshot]) => [thing, snapshot.value as string]))
  return { taken, strange, ends }
}

/** What the events in all streams of this kind took. */
export const takenByEvents = Effect.fnUntraced(function* (lifecycle: AnyStateMachine) {
  const { sql, everyCompany } = yield* Database
  const stored = yield* everyCompany(
    sql<Stored>`select company_id || ' ' || stream_id as thing, type from events
                where stream_id like ${`${lifecycle.id}-%`} order by company_id, stream_id, version`,
  )
  return followed(lifecycle, stored)
})

/** What the facts told of all people of all campaigns took. */
export const takenByFacts = Effect.fnUntraced(function* (lifecycle: AnyStateMachine) {
  const { sql, everyCompany } = yield* Database
  const stored = yield* everyCompany(
    sql<Stored>`select company_id || ' ' || campaign_id || ' ' || recipient_id as thing, type from deliveries order by pos`,
  )
  return followed(lifecycle, stored)
})
