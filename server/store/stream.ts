import { Schema } from "effect"
import type { StreamKind } from "#schemas/administration/activity.ts"
import type { Decider, EventFacts, Projection } from "#server/decider.ts"
import type { ReadModel } from "./append.ts"
import type { StoredEvent } from "./storedEvent.ts"

/** One kind of stream: all that commands, replays and the log must know of it. */
export type Stream<State, Command, Event extends { readonly _tag: string }, Row> = {
  readonly decider: Decider<State, Command, Event>
  /** The codec of stored data; `_tag` is the stored type. */
  readonly events: Schema.Codec<Event, unknown>
  readonly projection: Projection<Row, Event>
  /** By what people outside know a thing; null where the feed does not speak of it. */
  readonly outside: "hashedId" | "number" | null
  /** How the log's page calls a thing. */
  readonly activity: {
    /** The select that finds its name for staff; null where it has none. */
    readonly name: ((of: ThingInSql) => string) | null
    /** The select that finds what an address calls it; empty once it is gone, null where it is no page of its own. */
    readonly opens: ((of: ThingInSql) => string) | null
    /** Whether it has a number; there is only one of what has none. */
    readonly isNumbered: boolean
  }
}

/** The expressions, in SQL, of a thing's company and number. */
export type ThingInSql = { readonly company: string; readonly id: string }

/** What the events up to a version come to: the state that decides, and the row that is read. */
export type Folded<State, Row> = { readonly state: State; readonly row: Row; readonly version: number }

/** What a stream without events comes to. */
export const initial = <State, Command, Event extends { readonly _tag: string }, Row>({
  decider,
  projection,
}: Stream<State, Command, Event, Row>): Folded<State, Row> => ({
  state: decider.initialState,
  row: projection.initialRow,
  version: 0,
})

/** Adds one event to what came before it. */
export const foldEvent = <State, Command, Event extends { readonly _tag: string }, Row>(
  { decider, projection }: Stream<State, Command, Event, Row>,
  folded: Folded<State, Row>,
  event: Event,
  facts: EventFacts,
): Folded<State, Row> => ({
  state: decider.evolve(folded.state, event),
  row: projection.evolve(folded.row, event, facts),
  version: facts.version,
})

/** Adds events as they are read from the log, in their newest form; one that today's schema does not know throws. */
export const foldStored = <State, Command, Event extends { readonly _tag: string }, Row>(
  stream: Stream<State, Command, Event, Row>,
): ((folded: Folded<State, Row>, stored: StoredEvent) => Folded<State, Row>) => {
  const decode = Schema.decodeUnknownSync(stream.events)
  return (folded, { type, data, at, version, metadata: { actorId } }) =>
    foldEvent(stream, folded, decode({ _tag: type, ...(data as object) }), { at, version, actorId })
}

/** A row as it is stored next to the events that it was made from. */
export const readModelOf = <State, Command, Event extends { readonly _tag: string }, Row>(
  { projection }: Stream<State, Command, Event, Row>,
  id: number,
  row: Row,
): ReadModel => ({
  category: projection.category,
  version: projection.version,
  id,
  row,
  ...projection.keys(row),
})

/** A stream whose types are known to it alone: what lists of streams hold. */
export type AnyStream = {
  readonly category: StreamKind
  readonly version: number
  readonly events: Schema.Codec<unknown, unknown>
  readonly initial: Folded<unknown, unknown>
  readonly fold: (folded: Folded<unknown, unknown>, stored: StoredEvent) => Folded<unknown, unknown>
  readonly readModel: (id: number, row: unknown) => ReadModel
} & Pick<Stream<never, never, never, never>, "outside" | "activity">

/** Hides the types of a stream; what comes back into it is what it gave. */
export const anyStream = <State, Command, Event extends { readonly _tag: string }, Row>(
  stream: Stream<State, Command, Event, Row>,
): AnyStream => ({
  category: stream.projection.category,
  version: stream.projection.version,
  events: stream.events as unknown as AnyStream["events"],
  initial: initial(stream),
  fold: foldStored(stream) as AnyStream["fold"],
  readModel: (id, row) => readModelOf(stream, id, row as Row),
  outside: stream.outside,
  activity: stream.activity,
})
