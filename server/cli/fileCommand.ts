import { Effect } from "effect"
import { Database } from "#server/store/Database.ts"
import { runCommand, WrongUsage } from "./commandLine.ts"
import { readSettings, type Settings } from "#server/program/settings.ts"

/** One of the operator's commands that works on the whole data and one file. */
export type FileCommand = {
  readonly name: "backup" | "restore"
  /** Refuses settings it cannot work with. */
  readonly check: (settings: Settings) => Effect.Effect<void, unknown>
  /** Does the work; gives how many rows. */
  readonly run: (file: string) => Effect.Effect<number, unknown, Database>
  readonly done: (rows: number, file: string) => string
}

const work = ({ name, check, run, done }: FileCommand) =>
  Effect.gen(function* () {
    const [file] = process.argv.slice(2)
    if (file === undefined) return yield* new WrongUsage({ message: `Name the file: npm run ${name} -- FILE` })
    const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: (cause) => cause })
    yield* check(settings)
    const database = Database.layer({ url: settings.databaseUrl, dataDir: settings.dataDir })
    return done(yield* Effect.provide(run(file), database), file)
  })

/** Runs the command with the file that its line names, and prints one line: what was done, or why not. */
export const runFileCommand = (command: FileCommand): Promise<void> =>
  runCommand(Effect.map(work(command), (line) => [line]))
