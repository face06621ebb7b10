import { Effect, Option } from "effect"
import { type Break, verifyChain } from "#server/store/Chain.ts"
import { Database } from "#server/store/Database.ts"
import { sentenceOf } from "./commandLine.ts"
import { readSettings } from "./settings.ts"

// The operator's command, `npm run audit:verify`: whether the log is still what was chained (architecture §3).

const sentences: Readonly<Record<Break["reason"], (pos: number) => string>> = {
  changed: (pos) => `The entry at position ${pos} was changed after it was written.`,
  removed: (pos) => `The entry at position ${pos}, or one before it, was removed.`,
  "slipped in": (pos) => `The entry at position ${pos} was slipped in later.`,
}

const counted = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const [count] = yield* everyCompany(
    sql<{ readonly chained: number; readonly all: number }>`
      select (select count(*)::int from event_chain) as chained, (select count(*)::int from events) as all`,
  )
  return count ?? { chained: 0, all: 0 }
})

const verified = Effect.gen(function* () {
  const found = yield* verifyChain
  if (Option.isSome(found)) return { isWhole: false, line: sentences[found.value.reason](found.value.pos) }
  const { chained, all } = yield* counted
  const later = all > chained ? ` ${all - chained} newer ones are not chained yet.` : ""
  return { isWhole: true, line: `The audit log is whole: ${chained} entries are as they were written.${later}` }
})

const program = Effect.gen(function* () {
  const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: (cause) => cause })
  return yield* Effect.provide(verified, Database.layer({ url: settings.databaseUrl, dataDir: settings.dataDir }))
})

await Effect.runPromise(
  program.pipe(
    Effect.match({
      onSuccess: ({ isWhole, line }) => {
        if (isWhole) console.log(line)
        else console.error(line)
        process.exitCode = isWhole ? 0 : 1
      },
      onFailure: (failure) => {
        console.error(sentenceOf(failure))
        process.exitCode = 1
      },
    }),
  ),
)
