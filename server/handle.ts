import { Effect, Result, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { CurrentTenancy, Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { staleVersion } from "#server/store/append.ts"
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
  actorId: person.userId,
  companyId: person.companyId,
  actingCompanyId: person.actingCompanyId,
  correlationId: person.correlationId,
  sessionId: person.sessionId,
  address: person.address,
  expectedVersion,
})

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
  options: {
    readonly beforeAppend?: (events: ReadonlyArray<Event>, state: State) => Effect.Effect<void, Problem, R>
  } = {},
) {
  const database = yield* Database
  const run = Effect.gen(function* () {
    const before = yield* readState(stream, context.actingCompanyId, id)
    if (context.expectedVersion !== undefined && context.expectedVersion !== before.version) {
      return yield* Effect.fail(staleVersion())
    }
    const events = yield* Result.match(stream.decider.decide(before.state, command), {
      onFailure: Effect.fail,
      onSuccess: Effect.succeed,
    })
    if (events.length === 0) return { ...before, events }
    if (options.beforeAppend !== undefined) yield* options.beforeAppend(events, before.state)
    return yield* appendDecided(stream, id, before, events, context)
  })
  // In an open transaction a refusal must not take the rest with it: the caller may go on.
  const alone = (yield* CurrentTenancy) === undefined ? run : database.sql.withTransaction(run)
  const joined = (yield* CurrentTenancy) !== undefined || options.beforeAppend !== undefined
  return yield* joined ? database.company(context.actingCompanyId)(alone) : run
})

const appendDecided = Effect.fnUntraced(function* <State, Command, Event extends { readonly _tag: string }, Row>(
  stream: Stream<State, Command, Event, Row>,
  id: number,
  before: Folded<State, Row>,
  events: ReadonlyArray<Event>,
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
  yield* store.append({
    companyId: context.actingCompanyId,
    stream: streamId(stream.projection, id),
    expectedVersion: before.version,
    events: events.map((event) => {
      const { _tag, ...data } = encode(event) as { readonly _tag: string }
      return { type: _tag, data }
    }),
    metadata: { ...context, at, causationId: context.commandId },
    readModel: readModelOf(stream, id, after.row),
  })
  return { ...after, events }
})
