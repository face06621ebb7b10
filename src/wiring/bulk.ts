import type { Effect } from "effect"
import { fromPromise, type AnyActorLogic } from "xstate"
import { everyPage } from "#effects/everyPage.ts"
import { bulkMachine } from "#machines/session/bulk.machine.ts"
import type { PageOf } from "#schemas/reply.ts"
import { calling } from "./command.ts"
import { leaveTo } from "./leaving.ts"
import type { Operation } from "./operation.ts"
import type { Services } from "./runtime.ts"

type Page<Row> = { readonly data: ReadonlyArray<Row>; readonly next?: string | undefined }

/**
 * The chart of what is done to several rows, with its services.
 * @param read reads a page of the list, by the same query as the list itself.
 * @param runs by verb, how the command for one row is sent; without words, because the bar says what became of it.
 */
export const bulk = <P, Row, E>(
  operation: Operation,
  read: (params: P, page: PageOf) => Effect.Effect<Page<Row>, E, Services>,
  runs: Readonly<Record<string, AnyActorLogic>>,
): typeof bulkMachine =>
  bulkMachine.provide({
    actors: {
      collect: operation(({ params }: { readonly params: unknown }) => everyPage((page) => read(params as P, page)), {
        failure: "part.couldNotLoad",
      }) as never,
      run: fromPromise(({ input: { verb, row }, signal }) => {
        const run = runs[verb]
        return run === undefined ? Promise.reject(new Error(`Nothing does ${verb}.`)) : calling(run, row, signal)
      }),
    },
    actions: { leave: ({ context }) => leaveTo(context.leavingTo ?? "/") },
  })
