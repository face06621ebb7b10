import { Effect } from "effect"
import { createActor, fromPromise, type ActorRefFrom, type AnyActorLogic, type AnyActorRef } from "xstate"
import { effectActor } from "#effects/actors.ts"
import { rememberingKey } from "#effects/commandKeys.ts"
import { Renewal } from "#effects/Renewal.ts"
import { operationMachine, type OperationInput } from "#machines/session/operation.machine.ts"
import type { Problem, ProblemName } from "#schemas/problem.ts"
import { cancelled, signInAgain } from "#schemas/session/problems.ts"
import type { SharedWordId } from "#schemas/sharedWords.ts"
import { inspectWith, isRecorded } from "./journal.ts"
import type { Runtime, Services } from "./runtime.ts"
import type { Session } from "./session.ts"
import type { ToastWords } from "./toasts.ts"
import { spokenLanguage } from "./spokenLanguage.ts"

/** What an operation says when it ends; a read has no words, its page shows "Could not load" in place. */
export type OperationWords = {
  readonly success?: SharedWordId
  readonly failure?: SharedWordId
  /** The problem that its page shows itself, and no toast. */
  readonly shownInPlace?: ProblemName
  /** Values for the places of both words. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The operation that undoes it, run with the same input from the toast; only where there is such a command. */
  readonly undo?: AnyActorLogic
}

type Running = ActorRefFrom<typeof operationMachine>

/** What operations are made of. */
type Made = {
  readonly runtime: Runtime
  readonly session: Session
  readonly showToast: (toast: ToastWords) => void
}

/** The operations on their way. */
const makeList = () => {
  const running = new Set<Running>()
  const listeners = new Set<() => void>()
  let list: ReadonlyArray<Running> = []
  const changed = (): void => {
    list = [...running]
    for (const listener of listeners) listener()
  }
  return {
    changed,
    add: (actor: Running): void => void running.add(actor),
    remove: (actor: Running): void => {
      running.delete(actor)
      changed()
    },
    /** For the loader and its Cancel; a store for `useSyncExternalStore`. */
    store: {
      subscribe: (listener: () => void): (() => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      read: (): ReadonlyArray<Running> => list,
    },
  }
}

const linesOf = (name: string | undefined, problem: Problem | null): { readonly reason?: string } => {
  const reference = problem?.problem === "Unexpected" ? problem.correlationId : undefined
  // Names are people's own, and are said as they stand.
  const message = problem === null ? undefined : (spokenLanguage.translation()?.say(problem.message) ?? problem.message)
  const said = reference === undefined ? message : `${message} Reference: ${reference}`
  const lines = [name, said].filter((line) => line !== undefined && line !== "")
  return lines.length === 0 ? {} : { reason: lines.join(": ") }
}

/** Shows how an operation ended, unless its page does. */
const reportingBy = (showToast: Made["showToast"]) => ({
  success: ({ success, values, undo }: OperationWords, name: string | undefined, input: unknown): void => {
    if (success === undefined) return
    const back = undo === undefined ? {} : { undo: () => void createActor(undo, { input }).start() }
    showToast({ intent: "success", word: success, values, ...linesOf(name, null), ...back })
  },
  failure: (words: OperationWords, name: string | undefined, problem: Problem | null): void => {
    const { failure, values, shownInPlace } = words
    const isInPlace = problem !== null && problem.problem === shownInPlace
    if (failure !== undefined && !isInPlace)
      showToast({ intent: "danger", word: failure, values, ...linesOf(name, problem) })
  },
})

/** How every call of a page is made, and those on their way. */
export const makeOperations = ({ runtime, session, showToast }: Made) => {
  const list = makeList()
  const report = reportingBy(showToast)
  const refresh = effectActor(runtime)(() => Effect.flatMap(Renewal, (renewal) => renewal.refresh))

  /**
   * Turns a service call into an actor that runs the operation chart: loader, one
   * retry after a renewed token, toast, Cancel after ten seconds. It resolves with
   * the call's answer and rejects with its Problem.
   * @param run the call; its second argument is the command id to send as `Idempotency-Key`.
   *   It is the same one as last time when that had no answer and `isSame` finds the input the same:
   *   by default the very object of the page, so that what was read again since then is asked about again;
   *   where the input is put together at each press, pass `saysTheSame`.
   * @param nameOf what the call is about, by name, for the line beneath the words; never a person's.
   */
  const operation = <I, A, E>(
    run: (input: I, commandId: string) => Effect.Effect<A, E, Services>,
    words: OperationWords | ((input: I, answer: A | null) => OperationWords) = {},
    nameOf: (input: I) => string | undefined = () => undefined,
    isSame: (left: I, right: I) => boolean = Object.is,
  ) => {
    const sending = rememberingKey(isSame)
    const wordsFor = (input: I, answer: A | null): OperationWords =>
      typeof words === "function" ? words(input, answer) : words
    const call = effectActor(runtime)(({ input }: OperationInput) => sending(input as I, (key) => run(input as I, key)))
    const logic = operationMachine.provide({
      actors: { run: call as never, refresh: refresh as never },
      actions: {
        showSuccess: ({ context }) =>
          report.success(wordsFor(context.input as I, context.output as A), nameOf(context.input as I), context.input),
        showFailure: ({ context }) =>
          report.failure(wordsFor(context.input as I, null), nameOf(context.input as I), context.problem),
        endSession: ({ context }) => session.send({ type: "token.lost", problem: context.problem ?? signInAgain() }),
      },
    })
    return fromPromise<A, I>(({ input, signal, self }) => {
      const inspect = isRecorded(self._parent as AnyActorRef | undefined) ? { inspect: inspectWith("operation") } : {}
      const actor = createActor(logic, { input: { input }, ...inspect })
      list.add(actor)
      const answer = new Promise<A>((resolve, reject) => {
        signal.addEventListener("abort", () => actor.stop())
        actor.subscribe({
          next: list.changed,
          complete: () => {
            list.remove(actor)
            // No one waits any more; an actor that React reconnects must not hear of the call it gave up.
            if (signal.aborted) return
            const { value, context } = actor.getSnapshot()
            if (value === "succeeded") resolve(context.output as A)
            else reject(context.problem ?? cancelled())
          },
        })
      })
      actor.start()
      return answer
    })
  }
  return { operation, running: list.store }
}

/** Turns a service call into an actor that runs the operation chart. */
export type Operation = ReturnType<typeof makeOperations>["operation"]
