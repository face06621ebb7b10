import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { CurrentTenancy, Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { staleVersion, type RowChange } from "#server/store/append.ts"
import { newHashedId } from "#server/store/newHashedId.ts"
import { foldEvent, foldStored, initial, readModelOf, type Folded, type Stream } from "#server/store/stream.ts"
import { whenTaken } from "#server/store/takenKeys.ts"
import type { Metadata } from "#server/store/Metadata.ts"
import { streamId } from "./decider.ts"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** Who sends a command, for which company, as which request and on which version; all but the version becomes event metadata. */
export type CommandContext = Omit<Metadata, "at" | "causationId" | "actingCompanyId"> & {
  /** The company the command works in; the streams it writes are this company's. */
  readonly actingCompanyId: CompanyId
  /** The version that the command was decided on (If-Match); any where there is none. */
  readonly expectedVersion?: number | undefined
}

/** How a command was asked for: its id, and the version it was made against (If-Match). */
export type CommandOptions = { readonly commandId?: string | undefined } & Pick<CommandContext, "expectedVersion">

/** The command context of a signed-in person's call; the acting company is where the command works (docs/architecture.md#rights-and-companies). */
export const contextOf = (person: Person, { commandId, expectedVersion }: CommandOptions = {}): CommandContext => ({
  commandId: commandId ?? person.correlationId,
  ...actorOf(person),
  actingCompanyId: person.actingCompanyId,
  correlationId: person.correlationId,
  address: person.address,
  expectedVersion,
})

/** Who acts: a person in their session, or a company's directory, which is neither. */
const actorOf = ({ userId, companyId, sessionId, directoryTokenId }: Person) =>
  directoryTokenId === undefined
    ? { actorId: userId, companyId, sessionId }
    : { actorId: null, companyId: null, sessionId: null, directoryTokenId }

/** The command context of work that no person asked for at that moment: schedules, dispatch, completion. */
export const systemContext = (companyId: CompanyId, commandId: string): CommandContext => ({
  commandId,
  actorId: null,
  companyId: null,
  actingCompanyId: companyId,
  correlationId: commandId,
  sessionId: null,
  address: null,
})

/** Keys of rows that stand next to events and are numbered with their stream, or made with its first event. */
const versionKeys = [
  "template_versions_pkey",
  "template_link_parameters_pkey",
  "template_translations_pkey",
  "response_file_layouts_pkey",
  "revisions_pkey",
  "campaign_runs_pkey",
]

/** Rows next to a command's events: where their version is taken, another command was first; other trouble is a defect. */
export const orStaleVersion = <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, Problem, R> =>
  effect.pipe(whenTaken(versionKeys, staleVersion), Effect.catchTag("SqlError", Effect.die))

/** Reads a stream and folds it to the state a command meets, with its read model row. */
export const readState = Effect.fnUntraced(function* <State, Command, Event extends { readonly _tag: string }, Row>(
  stream: Stream<State, Command, Event, Row>,
  companyId: CompanyId,
  id: number,
) {
  const store = yield* EventStore
  const stored = yield* store.readStream(companyId, streamId(stream.projection, id))
  return stored.reduce(foldStored(stream), initial(stream))
})

/** What stands or falls with the events of a command. */
type Alongside<State, Event, R> = {
  /** Rows that one statement changes with the events; the append fails with StaleVersion where a condition is not met. */
  readonly rows?: (events: ReadonlyArray<Event>, state: State) => ReadonlyArray<RowChange>
  readonly beforeAppend?: (events: ReadonlyArray<Event>, state: State) => Effect.Effect<void, Problem, R>
}

/**
 * The one way a stored thing changes (docs/architecture.md#commands-and-events): read, fold, decide,
 * append with the version read. Fails with the decider's problem, with
 * `StaleVersion` when someone else was first, or when the context expects
 * another version than the present one.
 *
 * Gives state, row and version afterwards, and the events; none when nothing was
 * left to do. In an open transaction of the company it is a part of it, and undone
 * alone when it fails. `beforeAppend` runs in the same transaction before the append: the place for rows that
 * events only refer to, such as texts.
 */
export const handle = Effect.fn("handle")(function* <
  State,
  Command,
  Event extends { readonly _tag: string },
  Row,
  R = never,
>(
  stream: Stream<State, Command, Event, Row>,
  id: number,
  command: Command,
  context: CommandContext,
  options: Alongside<State, Event, R> = {},
) {
  const run = Effect.gen(function* () {
    const before = yield* readState(stream, context.actingCompanyId, id)
    if (context.expectedVersion !== undefined && context.expectedVersion !== before.version) {
      return yield* Effect.fail(staleVersion())
    }
    return yield* decideOn(stream, { id, before, command }, context, options)
  })
  return yield* joined(context, options, run)
})

/** The same for a thing that is new, whose number is known: there are no events to read. Gives its public id, where it has one. */
export const handleNew = Effect.fn("handleNew")(function* <
  State,
  Command,
  Event extends { readonly _tag: string },
  Row,
  R = never,
>(
  stream: Stream<State, Command, Event, Row>,
  id: number,
  command: Command,
  context: CommandContext,
  options: Alongside<State, Event, R> = {},
) {
  const hashedId = stream.outside === "hashedId" ? newHashedId() : undefined
  const run = decideOn(stream, { id, before: initial(stream), command, hashedId }, context, options)
  return { ...(yield* joined(context, options, run)), hashedId }
})

/** What is more than one statement, or part of an open transaction, is a transaction. */
const joined = Effect.fnUntraced(function* <A, E, R>(
  context: CommandContext,
  { beforeAppend }: Pick<Alongside<never, never, R>, "beforeAppend">,
  run: Effect.Effect<A, E, R>,
) {
  const isJoined = (yield* CurrentTenancy) !== undefined || beforeAppend !== undefined
  return yield* isJoined ? inTransaction(context, run) : run
})

/** Runs in the company's transaction. In an open one a refusal must not take the rest with it: the caller may go on. */
const inTransaction = Effect.fnUntraced(function* <A, E, R>(
  { actingCompanyId }: CommandContext,
  run: Effect.Effect<A, E, R>,
) {
  const { sql, company } = yield* Database
  return yield* company(actingCompanyId)((yield* CurrentTenancy) === undefined ? run : sql.withTransaction(run))
})

/** Decides a command on what was there before, and appends what comes of it. */
const decideOn = Effect.fnUntraced(function* <State, Command, Event extends { readonly _tag: string }, Row, R>(
  stream: Stream<State, Command, Event, Row>,
  on: {
    readonly id: number
    readonly before: Folded<State, Row>
    readonly command: Command
    /** Of a thing that is new. */
    readonly hashedId?: string | undefined
  },
  context: CommandContext,
  { beforeAppend, rows }: Alongside<State, Event, R>,
) {
  const { before, command } = on
  const events = yield* Effect.fromResult(stream.decider.decide(before.state, command))
  if (events.length === 0) return { ...before, events }
  if (beforeAppend !== undefined) yield* beforeAppend(events, before.state)
  return yield* appendDecided(stream, { ...on, events, rows: rows?.(events, before.state) }, context)
})

const appendDecided = Effect.fnUntraced(function* <State, Command, Event extends { readonly _tag: string }, Row>(
  stream: Stream<State, Command, Event, Row>,
  {
    id,
    before,
    events,
    rows,
    hashedId,
  }: {
    readonly id: number
    readonly before: Folded<State, Row>
    readonly events: ReadonlyArray<Event>
    readonly rows: ReadonlyArray<RowChange> | undefined
    readonly hashedId?: string | undefined
  },
  { expectedVersion: _, ...context }: CommandContext,
) {
  const store = yield* EventStore
  const at = yield* isoNow
  const after = events.reduce(
    (folded: Folded<State, Row>, event) =>
      foldEvent(stream, folded, event, { at, version: folded.version + 1, actorId: context.actorId }),
    before,
  )
  const encode = Schema.encodeSync(stream.events)
  const isCalled = before.version === 0 && stream.outside === "hashedId"
  yield* store.append({
    companyId: context.actingCompanyId,
    stream: streamId(stream.projection, id),
    expectedVersion: before.version,
    events: events.map((event) => {
      const { _tag, ...data } = encode(event) as { readonly _tag: string }
      return { type: _tag, data }
    }),
    metadata: { ...context, at, causationId: context.commandId },
    readModel: { ...readModelOf(stream, id, after.row), hashedId: isCalled ? (hashedId ?? newHashedId()) : undefined },
    rows,
  })
  return { ...after, events }
})
