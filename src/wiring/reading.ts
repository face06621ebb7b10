import { Effect } from "effect"
import { saysTheSame } from "#effects/commandKeys.ts"
import { formMachine, type FormValues } from "#machines/session/form.machine.ts"
import {
  pauseAt,
  readingMachine,
  type Counts,
  type ReadInput,
  type ReadOutput,
} from "#machines/session/reading.machine.ts"
import type { FieldError } from "#schemas/problem.ts"
import type { PageOf } from "#schemas/reply.ts"
import { onWayOpened } from "#effects/wayOpened.ts"
import { assign, fromCallback } from "xstate"
import { noted } from "./journal.ts"
import { leaveTo } from "./leaving.ts"
import { realSecond } from "./productClock.ts"
import type { Operation, OperationWords } from "./operation.ts"
import type { Services } from "./runtime.ts"

const largestPage = 200
const smallestPage = 50

type ListReply<Row> = {
  readonly data: ReadonlyArray<Row>
  readonly next?: string | undefined
  readonly counts?: Counts | undefined
}

const readRows = <P, Row, E>(
  run: (params: P, page: PageOf) => Effect.Effect<ListReply<Row>, E, Services>,
  { params, cursor, atLeast }: ReadInput,
) =>
  Effect.gen(function* () {
    const rows: Array<Row> = []
    let next = cursor ?? undefined
    let counts: Counts | undefined
    do {
      const pageSize = Math.min(largestPage, Math.max(smallestPage, atLeast - rows.length))
      const reply = yield* run(params as P, next === undefined ? { pageSize } : { cursor: next, pageSize })
      rows.push(...reply.data)
      next = reply.next
      counts ??= reply.counts
    } while (rows.length < atLeast && next !== undefined)
    return { data: rows, next: next ?? null, ...(counts === undefined ? {} : { counts }) } satisfies ReadOutput
  })

/** What a form is given. */
type FormOptions<V extends FormValues, A, E> = {
  readonly validate: (values: V) => ReadonlyArray<FieldError>
  readonly submit: (values: V, commandId: string) => Effect.Effect<A, E, Services>
  readonly theirs?: (values: V) => Effect.Effect<V, E, Services>
  readonly words?: OperationWords | ((values: V) => OperationWords)
  /** What the form is about, by name, for the line beneath its words. */
  readonly nameOf?: (values: V) => string
}

/** The reading chart with all but its read: when the way to the server is open again, and the clock of its waits. */
const waitingReading = readingMachine.provide({
  actors: { way: fromCallback(({ sendBack }) => onWayOpened(() => sendBack({ type: "way.opened" }))) },
  actions: { setPause: assign(noted("setPause", ({ context }) => pauseAt(context, realSecond.read()))) },
})

/** The shared charts of pages, with their services. */
export const makeReadings = (operation: Operation) => ({
  /**
   * The reading chart of a list: pages by cursor, and a refresh reads as many rows
   * as are on the screen. `run` calls the endpoint with the page's part of the query.
   */
  listReading: <P, Row, E>(run: (params: P, page: PageOf) => Effect.Effect<ListReply<Row>, E, Services>) =>
    waitingReading.provide({ actors: { read: operation((input: ReadInput) => readRows(run, input)) as never } }),

  /** The reading chart of a single thing; `run` answers with `{ data }`. */
  reading: <P, A, E>(run: (params: P) => Effect.Effect<{ readonly data: A }, E, Services>) =>
    waitingReading.provide({
      actors: {
        read: operation(({ params }: ReadInput) =>
          Effect.map(run(params as P), ({ data }): ReadOutput => ({ data, next: null })),
        ) as never,
      },
    }),

  /**
   * The form chart with its services.
   * @param validate the errors about some values, made by `validatorOf(schema)`.
   * @param submit sends the values; its second argument is the command id.
   * @param theirs reads what someone else saved first; without it a conflict shows nothing of theirs.
   */
  form: <V extends FormValues, A, E>({ validate, submit, theirs, words, nameOf }: FormOptions<V, A, E>) =>
    formMachine.provide({
      actors: {
        submit: operation(
          (values: V, commandId: string) => submit(values, commandId),
          words,
          nameOf,
          saysTheSame,
        ) as never,
        theirs: operation((values: V): Effect.Effect<V | null, E, Services> =>
          theirs === undefined ? Effect.succeed(null) : theirs(values),
        ) as never,
      },
      actions: {
        validate: assign(noted("validate", ({ context }) => ({ errors: validate(context.values as V) }))),
        leave: ({ context }) => leaveTo(context.leavingTo ?? "/"),
      },
      guards: { isValid: noted("isValid", ({ context }) => validate(context.values as V).length === 0) },
    }),
})
