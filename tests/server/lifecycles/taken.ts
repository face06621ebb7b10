import { Effect } from "effect"
import { getNextSnapshot, initialTransition, type AnyMachineSnapshot, type AnyStateMachine } from "xstate"
import { Database } from "#server/store/Database.ts"
import { note } from "#tests/paths/noting.ts"

/** An event or fact of one thing, as the server stored it. */
type Stored = { readonly thing: string; readonly type: string }

/** A thing on its way through a lifecycle, and the transition it took last. */
type Place = { readonly snapshot: AnyMachineSnapshot; readonly last: string | null }

const noteStep = (lifecycle: AnyStateMachine, { last }: Place, name: string, after: AnyMachineSnapshot): void => {
  note("taken", name)
  note("state", `${lifecycle.id}.${String(after.value)}`)
  if (last !== null) note("pair", `${last} → ${name}`)
}

/**
 * The transitions of a lifecycle that stored events took, by the names the walks
 * give them, those it does not take, and where each thing ended. All are noted for
 * the coverage report.
 */
const followed = (lifecycle: AnyStateMachine, stored: ReadonlyArray<Stored>) => {
  const taken = new Set<string>()
  const strange: Array<string> = []
  const things = new Map<string, Place>()
  const beginning: Place = { snapshot: initialTransition(lifecycle)[0] as AnyMachineSnapshot, last: null }
  for (const { thing, type } of stored) {
    const before = things.get(thing) ?? beginning
    const name = `${lifecycle.id}.${String(before.snapshot.value)} ${type}`
    const snapshot = getNextSnapshot(lifecycle, before.snapshot as never, { type }) as AnyMachineSnapshot
    if (before.snapshot.can({ type })) {
      taken.add(`${name} #0`)
      noteStep(lifecycle, before, `${name} #0`, snapshot)
    } else strange.push(name)
    const last = before.snapshot.can({ type }) ? `${name} #0` : before.last
    things.set(thing, { snapshot, last })
  }
  const ends = Object.fromEntries([...things].map(([thing, { snapshot }]) => [thing, snapshot.value as string]))
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

/** What the facts of all people of all campaigns took. */
export const takenByFacts = Effect.fnUntraced(function* (lifecycle: AnyStateMachine) {
  const { sql, everyCompany } = yield* Database
  const stored = yield* everyCompany(
    sql<Stored>`select company_id || ' ' || campaign_id || ' ' || recipient_id as thing, type from deliveries order by pos`,
  )
  return followed(lifecycle, stored)
})

/** What the changes of all translations took, which are part of their templates' events. */
export const takenByTranslations = Effect.fnUntraced(function* (lifecycle: AnyStateMachine) {
  const { sql, everyCompany } = yield* Database
  const stored = yield* everyCompany(
    sql<Stored>`select e.company_id || ' ' || e.stream_id || ' ' || (c.value ->> 'language') as thing, c.value ->> '_tag' as type
                from events e, jsonb_array_elements(e.data -> 'changes') with ordinality c (value, place)
                where e.type = 'TemplateTranslationsChanged' order by e.company_id, e.stream_id, e.version, c.place`,
  )
  return followed(lifecycle, stored)
})
