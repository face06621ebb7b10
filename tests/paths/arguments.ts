import { parseArgs } from "node:util"
import { strategies, type Strategy, type Wanted } from "./strategies.ts"

export const usage = `npm run paths [-- chart …] [options]

Explores charts with their timers and writes for each a plan for a person (NAME.md)
and one for a machine (NAME.json). Without a name, all charts.

  --strategy edge      few paths that together take every transition, both sides of
                       every guard and every state (as if not given)
  --strategy shortest  the shortest path to each state
  --strategy simple    every path that is in no state twice
  --to STATE           paths that end in this state of the one chart named:
                       person.signedIn, or signedIn where only one is called so
  --max N              at most N paths of a walk
  --seed N             another order among equal paths; the same number, the same paths
  --from-journal FILE  paths from a recorded journal instead of an exploration
  --run FILE           plays a path file on the chart as it is now
  --out DIR            where to write (paths/)
  --help               this text

docs/testers.md has the rest.`

/** What was asked for on the command line. */
export type Asked = Wanted & {
  readonly charts: ReadonlyArray<string>
  readonly fromJournal: string | null
  readonly run: string | null
  readonly out: string
  readonly help: boolean
}

const whole = (name: string, text: string | undefined, least: number): number | null => {
  if (text === undefined) return null
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > Number.MAX_SAFE_INTEGER)
    throw new Error(`--${name} takes a whole number from ${least} on, not "${text}".`)
  return number
}
const strategyNamed = (text: string): Strategy => {
  const found = strategies.find((strategy) => strategy === text)
  if (found === undefined) throw new Error(`--strategy is one of ${strategies.join(", ")}, not "${text}".`)
  return found
}

const parsed = (args: ReadonlyArray<string>) => {
  const text = { type: "string" } as const
  const options = {
    strategy: text,
    to: text,
    max: text,
    seed: text,
    "from-journal": text,
    run: text,
    out: text,
    help: { type: "boolean", short: "h" },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/\.\s|\n/)
    throw new Error(`${sentence.replace(/\.$/, "")}. npm run paths -- --help lists the options.`, { cause: error })
  }
}

/** Reads the command line. @throws with a sentence about what is wrong with it. */
export const argumentsOf = (args: ReadonlyArray<string>): Asked => {
  const { values, positionals } = parsed(args)
  const asked: Asked = {
    charts: positionals,
    strategy: strategyNamed(values.strategy ?? "edge"),
    to: values.to ?? null,
    max: whole("max", values.max, 1),
    seed: whole("seed", values.seed, 0) ?? 0,
    fromJournal: values["from-journal"] ?? null,
    run: values.run ?? null,
    out: values.out ?? "paths",
    help: values.help ?? false,
  }
  if (asked.to !== null && asked.charts.length !== 1)
    throw new Error("--to names a state of one chart: name that chart, too.")
  const explores = ["strategy", "to", "seed"].filter((name) => name in values)
  if (asked.fromJournal !== null && explores.length > 0)
    throw new Error(`A journal is one path as it went: --${explores[0]} does not go with --from-journal.`)
  if (asked.run !== null && (asked.fromJournal !== null || asked.max !== null || explores.length > 0))
    throw new Error("--run plays a path file as it is: it goes with no other option.")
  return asked
}
