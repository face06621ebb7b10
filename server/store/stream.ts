import { Schema } from "effect"
import type { Decider, EventFacts, Projection } from "#server/decider.ts"
import type { ReadModel } from "./append.ts"
import type { StoredEvent } from "./storedEvent.ts"

/** One kind of stream: all that commands, replays and the log must know of it. */
export type Stream<State, Command, Event extends { readonly _tag: string }, Row> = {
  readonly decider: Decider<State, Command, Event>
  /** The codec of stored data; `_tag` is the stored type. */
  readonly events: Schema.Codec<Event, unknown>
  readonly projection: Projection<Row, Event>
}

/** What the events up to a version come to: the state that decides, and the row that is read. */
export type Folded<State, Row> = { readonly state: State; readonly row: Row; readonly version: number }

/** The name under which the events of one thing are stored. */
export const streamId = ({ projection }: { readonly projection: { readonly category: string } }, id: number): string =>
  `${projection.category}-${id}`

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

/** The same of a stream whose types are known to it alone: what a replay needs, for any stream in a list. */
export type Replayed = {
  readonly category: string
  readonly version: number
  readonly initial: Folded<unknown, unknown>
  readonly fold: (folded: Folded<unknown, unknown>, stored: StoredEvent) => Folded<unknown, unknown>
  readonly readModel: (id: number, row: unknown) => ReadModel
}

/** Hides the types of a stream; what comes back into it is what it gave. */
export const replayed = <State, Command, Event extends { readonly _tag: string }, Row>(
  stream: Stream<State, Command, Event, Row>,
): Replayed => ({
  category: stream.projection.category,
  version: stream.projection.version,
  initial: initial(stream),
  fold: foldStored(stream) as Replayed["fold"],
  readModel: (id, row) => readModelOf(stream, id, row as Row),
})
