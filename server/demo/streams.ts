import { Result, Schema } from "effect"
import type { Metadata } from "#server/store/Metadata.ts"
import { readModelOf, type Stream } from "#server/store/stream.ts"
import { streamId } from "#server/decider.ts"
import type { Cell } from "./bulk.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"

/** A command with its time (milliseconds since 1970) and the person who gave it; null: the system. */
export type Step<Command> = { readonly at: number; readonly actorId: UserId | null; readonly command: Command }

/** A stream as rows: what `handle` would have stored, had it been called at those times. */
export type StreamRows = { readonly events: ReadonlyArray<EventCells>; readonly readModel: ReadModelCells }

/** The columns of `events` with their types, in the order of `EventCells`. */
export const eventColumns = {
  company_id: "int",
  stream_id: "text",
  version: "int",
  type: "text",
  data: "jsonb",
  meta: "jsonb",
  at: "timestamptz",
} as const
type EventCells = Readonly<Record<keyof typeof eventColumns, Cell>> & { readonly at: string }

/** The columns of `read_models` with their types. */
export const readModelColumns = {
  company_id: "int",
  category: "text",
  id: "int",
  version: "smallint",
  stream_version: "int",
  unique_key: "text",
  state: "text",
  row: "jsonb",
  updated_at: "timestamptz",
} as const
type ReadModelCells = Readonly<Record<keyof typeof readModelColumns, Cell>>

const metadataOf = (companyId: CompanyId, actorId: UserId | null, name: string, at: string): Metadata => ({
  commandId: name,
  actorId,
  companyId: actorId === null ? null : companyId,
  actingCompanyId: companyId,
  correlationId: name,
  causationId: name,
  at,
  sessionId: null,
  address: null,
})

/** An event with its time (milliseconds since 1970) and the person behind it; null: the system. */
export type TimedEvent<Event> = { readonly at: number; readonly actorId: UserId | null; readonly event: Event }

/** Writes events down as their stream and its read model. */
export const recordEvents = <State, Command, Event extends { readonly _tag: string }, Row>(
  stream: Stream<State, Command, Event, Row>,
  companyId: CompanyId,
  id: number,
  happened: ReadonlyArray<TimedEvent<Event>>,
): StreamRows => {
  const name = streamId(stream.projection, id)
  const encode = Schema.encodeSync(stream.events)
  const events = happened.map(({ at: millis, actorId, event }, place): EventCells => {
    const at = new Date(millis).toISOString()
    const version = place + 1
    const { _tag, ...data } = encode(event) as { readonly _tag: string }
    const meta = metadataOf(companyId, actorId, `demo-${name}-${version}`, at)
    return { company_id: companyId, stream_id: name, version, type: _tag, data, meta, at }
  })
  const row = happened.reduce(
    (before, { at, actorId, event }, place) =>
      stream.projection.evolve(before, event, { at: new Date(at).toISOString(), version: place + 1, actorId }),
    stream.projection.initialRow,
  )
  const { category, version, state, uniqueKey } = readModelOf(stream, id, row)
  return {
    events,
    readModel: {
      company_id: companyId,
      category,
      id,
      version,
      stream_version: events.length,
      unique_key: uniqueKey,
      state,
      row: row as object,
      updated_at: events.at(-1)?.at ?? "",
    },
  }
}

/**
 * Plays commands through a stream's decider and writes down what they cause.
 * Throws when the decider refuses one: the demo may hold nothing that could not
 * have happened.
 */
export const playCommands = <State, Command, Event extends { readonly _tag: string }, Row>(
  stream: Stream<State, Command, Event, Row>,
  companyId: CompanyId,
  id: number,
  steps: ReadonlyArray<Step<Command>>,
): StreamRows => {
  const { decider } = stream
  let state = decider.initialState
  const happened = steps.flatMap(({ at, actorId, command }) => {
    const events = Result.getOrThrowWith(
      decider.decide(state, command),
      ({ message }) => new Error(`${streamId(stream.projection, id)}: ${message}`),
    )
    state = events.reduce(decider.evolve, state)
    return events.map((event) => ({ at, actorId, event }))
  })
  return recordEvents(stream, companyId, id, happened)
}
