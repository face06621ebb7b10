import { createActor, fromPromise, toPromise, type AnyActorLogic } from "xstate"
import { commandMachine, outputOf } from "#machines/session/command.machine.ts"
import type { Search } from "#machines/session/page.ts"

/** Runs a call that `operation` made; its type is known where it is made. */
export const calling = (call: AnyActorLogic, subject: unknown, signal: AbortSignal): Promise<never> => {
  const actor = createActor(call, { input: subject })
  signal.addEventListener("abort", () => actor.stop())
  actor.start()
  return toPromise(actor) as Promise<never>
}

/**
 * The command chart with its services.
 * @param runs by verb, how the command is sent.
 * @param count counts the people that a command concerns; it answers with a `Count`. For charts whose questions count.
 */
export const command = <Verb extends string>(
  runs: Readonly<Record<Verb, AnyActorLogic>>,
  count?: AnyActorLogic,
): typeof commandMachine =>
  commandMachine.provide({
    actors: {
      run: fromPromise(({ input: { verb, subject }, signal }) => calling(runs[verb as Verb], subject, signal)),
      ...(count === undefined
        ? {}
        : { count: fromPromise(({ input: { subject }, signal }) => calling(count, subject, signal)) }),
    },
  })

/** Whether the panel that is open shows what a command that ended was done to; the person may have gone on meanwhile. */
export const isOpen = <Subject>(event: unknown, search: Search, idOf: (subject: Subject) => string): boolean =>
  idOf(outputOf<string, Subject>({ event }).subject) === search["id"]
