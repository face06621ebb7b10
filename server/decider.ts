import type { Result, Schema } from "effect"
import type { StreamKind } from "#schemas/administration/activity.ts"
import type { UserId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"

/** The pure heart of a stream (docs/architecture.md#commands-and-events): wishes become facts or a problem, facts become state. */
export type Decider<State, Command, Event extends { readonly _tag: string }> = {
  readonly initialState: State
  /** Gives the events a command causes; the empty list says that nothing is left to do. */
  readonly decide: (state: State, command: Command) => Result.Result<ReadonlyArray<Event>, Problem>
  /** Never refuses: facts are facts. */
  readonly evolve: (state: State, event: Event) => State
}

/** What a projection may know of an event besides its data. */
export type EventFacts = {
  readonly at: string
  readonly version: number
  /** Null when the system itself acted. */ readonly actorId: UserId | null
}

/** `evolve` over a read model: one stored row for each stream, rewritten in the same statement as its events. */
export type Projection<Row, Event extends { readonly _tag: string }> = {
  /** What its streams are called by; see `streamId`. */
  readonly category: StreamKind
  /** Raised with every change of what the rows say; the streams are then replayed (docs/architecture.md#event-store). */
  readonly version: number
  /** The codec of stored rows. */
  readonly row: Schema.Codec<Row, unknown>
  readonly initialRow: Row
  readonly evolve: (row: Row, event: Event, facts: EventFacts) => Row
  /** What the database indexes of a row: the lifecycle state, and the key that must be unique in its company. */
  readonly keys: (row: Row) => { readonly state: string; readonly uniqueKey: string | null }
}

type Named = { readonly category: string }

/** The name under which the events of the thing with this number are stored: `campaign-7`. */
export const streamId = ({ category }: Named, id: number): string => `${category}-${id}`

/** The number of the thing whose stream has this name; undefined for a stream of another category. */
export const thingOf = ({ category }: Named, stream: string): number | undefined =>
  stream.startsWith(`${category}-`) ? Number(stream.slice(category.length + 1)) : undefined
