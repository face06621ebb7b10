import { Worker } from "node:worker_threads"
import { Effect } from "effect"

/** Runs a file on a thread of its own, with what it is given, until it posts its answer. Interrupted, the thread ends. */
export const onThread = <Answer>(file: URL, workerData: unknown): Effect.Effect<Answer> =>
  Effect.callback((resume) => {
    const thread = new Worker(file, { workerData, execArgv: ["--disable-warning=ExperimentalWarning"] })
    thread.once("message", (answer: Answer) => resume(Effect.succeed(answer)))
    thread.once("error", (failure) => resume(Effect.die(failure)))
    return Effect.promise(() => thread.terminate())
  })
