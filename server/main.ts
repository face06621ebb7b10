// Checks and codecs of schemas become functions of their own, before the first is used (decision 036).
import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime } from "@effect/platform-node"
import { Cause, Effect, Exit, Layer, Logger } from "effect"
import { explained } from "#server/cli/commandLine.ts"
import { readSettings, type Settings } from "#server/program/settings.ts"
import { Demo } from "#server/demo/Demo.ts"
import type { Progress } from "#server/demo/seed.ts"
import { folderLock } from "#server/store/folderLock.ts"
import { programLayer } from "#server/program/layers.ts"
import { startMessage } from "#server/program/startMessage.ts"

// What the program writes is its owner's alone.
process.umask(0o077)

const began = process.hrtime.bigint()
const secondsSinceStart = (): string => (Number(process.hrtime.bigint() - began) / 1e9).toFixed(1)

const say = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const settingsOrSentence = Effect.try({ try: () => readSettings(process.env), catch: (cause) => cause })

/** The lock is looked at before the port: a second start on the same data must name the first one's process. */
const refuseSecondOpener = (settings: Settings) =>
  settings.databaseUrl === undefined ? Effect.scoped(folderLock(settings.dataDir)) : Effect.void

const run = Effect.gen(function* () {
  const settings = yield* settingsOrSentence
  yield* refuseSecondOpener(settings)
  yield* say(
    `Admin View is starting on ${settings.databaseUrl === undefined ? "its embedded database" : "PostgreSQL"} …`,
  )
  const progress: Progress = (done, of, label) =>
    say(`  ${String(Math.round((100 * done) / of)).padStart(3)} %  ${label}`)
  const ready = Effect.flatMap(Demo, ({ isOn }) =>
    say(`${startMessage(settings, isOn)}\n\nReady after ${secondsSinceStart()} s: ${settings.publicUrl}`),
  )
  yield* Layer.launch(Layer.effectDiscard(ready).pipe(Layer.provide(programLayer(settings, progress))))
})

/** One clear line for what an operator can correct; the whole story for a defect. */
const explain = (cause: Cause.Cause<unknown>) =>
  Effect.sync(() => {
    process.exitCode = 1
    process.stderr.write(`${explained(cause)}\n`)
  })

NodeRuntime.runMain(
  run.pipe(
    Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : explain(cause))),
    Effect.provide(Logger.layer([Logger.consoleJson])),
  ),
  {
    disableErrorReporting: true,
    teardown: (exit, onExit) => {
      if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
        process.stdout.write("Stopped; the data is saved.\n")
      onExit(typeof process.exitCode === "number" ? process.exitCode : 0)
    },
  },
)
