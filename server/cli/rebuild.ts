import { existsSync } from "node:fs"
import { Effect } from "effect"
import { CannotStart } from "#server/store/CannotStart.ts"
import { Database } from "#server/store/Database.ts"
import { engineFolder } from "#server/store/engine.ts"
import { beginReplay, progressOf, replay } from "#server/store/replay.ts"
import type { AnyStream } from "#server/store/stream.ts"
import { streams } from "#server/streams.ts"
import { readSettings } from "#server/program/settings.ts"
import { runCommand } from "./commandLine.ts"

// The operator's command, `npm run rebuild`: makes the rows of all streams from their events again (docs/operators.md#make-the-rows-again).

/** So many rows of a category are named; the others are counted. */
const maxNamed = 20

const said = (fields: ReadonlyArray<string>): string => {
  if (fields.length === 0) return "there was none"
  return fields.includes("stream") ? "there are no events of it, so it is gone" : `${fields.join(", ")} differed`
}

const rebuilt = Effect.fnUntraced(function* (stream: AnyStream) {
  const { category } = stream
  const named: Array<string> = []
  const kept: Array<string> = []
  yield* beginReplay(stream)
  yield* replay(stream, ({ differences, leftOut }) =>
    Effect.sync(() => {
      for (const { companyId, id, fields } of differences.slice(0, maxNamed - named.length))
        named.push(`  ${category}-${id} of company ${companyId}: ${said(fields)}`)
      for (const one of leftOut) kept.push(`  ${one.stream} of company ${one.companyId} keeps its row: ${one.message}`)
    }),
  )
  const done = yield* progressOf(stream)
  const more = (done?.differed ?? 0) - named.length
  const counts = `${category}: ${done?.streams ?? 0} streams, ${done?.differed ?? 0} rows differed.`
  const keptBefore = (done?.leftOut ?? 0) - kept.length
  const keptElsewhere = keptBefore > 0 ? [`  … and ${keptBefore} more keep their row`] : []
  return {
    lines: [counts, ...named, ...(more > 0 ? [`  … and ${more} more`] : []), ...kept, ...keptElsewhere],
    isIncomplete: done?.state === "incomplete",
  }
})

const program = Effect.gen(function* () {
  const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: (cause) => cause })
  if (settings.databaseUrl === undefined && !existsSync(engineFolder(settings.dataDir)))
    return yield* new CannotStart({ message: `There is no data in ${settings.dataDir}.` })
  const database = Database.layer({ url: settings.databaseUrl, dataDir: settings.dataDir })
  const done = yield* Effect.provide(Effect.forEach(streams, rebuilt), database)
  const lines = done.flatMap((one) => one.lines)
  if (done.some(({ isIncomplete }) => isIncomplete)) return yield* new CannotStart({ message: lines.join("\n") })
  return lines
})

await runCommand(program)
