import { existsSync } from "node:fs"
import { Effect, Layer, Option } from "effect"
import { CannotStart } from "#server/store/CannotStart.ts"
import { type Break, verifyChain } from "#server/store/Chain.ts"
import { Database } from "#server/store/Database.ts"
import { engineFolder } from "#server/store/engine.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { type BrokenSeal, verifySeals } from "#server/store/seals.ts"
import { runCommand } from "./commandLine.ts"
import { readSettings } from "#server/program/settings.ts"

// The operator's command, `npm run audit:verify`: whether the log is still what was chained (docs/architecture.md#audit).

const sentences: Readonly<Record<Break["reason"], (pos: number) => string>> = {
  changed: (pos) => `The entry at position ${pos} was changed after it was written.`,
  removed: (pos) => `The entry at position ${pos}, or one before it, was removed.`,
  "slipped in": (pos) => `The entry at position ${pos} was slipped in later.`,
}

/** How much is chained, and the last hash: a copy of it elsewhere shows whether the log was chained again. */
const counted = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const [count] = yield* everyCompany(
    sql<{ readonly chained: number; readonly all: number; readonly hash: string }>`
      select (select count(*)::int from event_chain) as chained, (select count(*)::int from events) as all,
        (select hash from event_chain order by seq desc limit 1) as hash`,
  )
  return count ?? { chained: 0, all: 0, hash: "" }
})

const tables: Readonly<Record<BrokenSeal["table"], string>> = {
  deliveries: "fact about a text",
  opt_outs: "word of a person about being texted",
}

const sentenceOfSeal = ({ table, after, to, reason }: BrokenSeal) =>
  `A ${tables[table]} with a number from ${after + 1} to ${to} was ${reason}${reason === "removed" ? "" : " after it was written"}.`

const verified = Effect.gen(function* () {
  const found = yield* verifyChain
  if (Option.isSome(found)) return yield* new CannotStart({ message: sentences[found.value.reason](found.value.pos) })
  const { broken, facts, unsealed } = yield* verifySeals
  if (broken !== undefined) return yield* new CannotStart({ message: sentenceOfSeal(broken) })
  const { chained, all, hash } = yield* counted
  if (chained === 0)
    return yield* new CannotStart({ message: "There is no audit log here. Is this the right database?" })
  const later = all > chained ? ` ${all - chained} newer ones are not chained yet.` : ""
  const since = unsealed > 0 ? ` ${unsealed} newer ones are not sealed yet.` : ""
  return [
    `The audit log is whole: ${chained} entries are as they were written.${later}`,
    `${facts} facts about texts and opt-outs are as they were sealed.${since}`,
    `Last hash: ${hash}`,
  ]
})

const program = Effect.gen(function* () {
  const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: (cause) => cause })
  if (settings.databaseUrl === undefined && !existsSync(engineFolder(settings.dataDir)))
    return yield* new CannotStart({ message: `There is no data in ${settings.dataDir}.` })
  const database = Database.layer({ url: settings.databaseUrl, dataDir: settings.dataDir })
  return yield* Effect.provide(verified, Layer.provideMerge(EventStore.layer, database))
})

await runCommand(program)
