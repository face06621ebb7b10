/**
 * Kills the program at random points of imports and campaigns, and looks
 * afterwards whether anything acknowledged is lost, anyone was sent to twice,
 * or any send stayed unknown. Run: `npm run bench -- kill --runs 200`; with
 * `DATABASE_URL` (a server on which a database may be made) also on PostgreSQL.
 */
import { loadavg } from "node:os"
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { askSimulator, startSimulatorProcess, type SimulatorCounts } from "./sending.ts"
import { after, finishOnce, killOnce, killOnEach, randomFrom } from "./lives.ts"
import { CampaignId, ImportId, ListId, noneOf } from "#schemas/ids.ts"

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "20" },
    people: { type: "string", default: "200" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: "string" },
  },
})
const runs = Number(values.runs)
/** Longest life after the program is ready, in milliseconds. */
const longestLife = 2_500

type Ack = {
  readonly ack: string
  readonly campaignId?: CampaignId
  readonly listId?: ListId
  readonly importId?: ImportId
  readonly people?: number
}
type Finished = {
  readonly recipients: ReadonlyArray<{
    readonly campaignId: CampaignId
    readonly phone: string
    readonly state: string
  }>
  readonly campaigns: ReadonlyArray<{ readonly campaignId: CampaignId; readonly state: string; readonly total: number }>
  readonly lists: ReadonlyArray<{ readonly listId: ListId; readonly people: number }>
  readonly uploads: ReadonlyArray<{ readonly importId: ImportId }>
}
type Text = { readonly direction: string; readonly key: string }

/** The keys of the texts each person's phone got. */
const textsByPhone = async (simulator: number, phones: ReadonlyArray<string>) => {
  const keys = new Map<string, ReadonlyArray<string>>()
  for (let from = 0; from < phones.length; from += 50) {
    await Promise.all(
      phones.slice(from, from + 50).map(async (number) => {
        const texts = await askSimulator<ReadonlyArray<Text>>(simulator, "phone", { number })
        keys.set(
          number,
          // The carrier's own answers to STOP have another direction.
          texts.filter(({ direction }) => direction === "outbound-api").map(({ key }) => key),
        )
      }),
    )
  }
  return keys
}

const neverSent = ["excluded", "cancelled"]
const stillOpen = ["unknown", "sending", "queued", "held"]

/** What is wrong at the end, as sentences. */
const judge = (
  acks: ReadonlyArray<Ack>,
  end: Finished,
  texts: ReadonlyMap<string, ReadonlyArray<string>>,
  counts: SimulatorCounts,
) => {
  const campaigns = new Map(end.campaigns.map((one) => [one.campaignId, one.state]))
  const lists = new Map(end.lists.map((one) => [one.listId, one.people]))
  const uploads = new Set(end.uploads.map(({ importId }) => importId))
  const lost = acks.flatMap(
    ({ ack, campaignId = noneOf(CampaignId), listId = noneOf(ListId), importId = noneOf(ImportId), people = 0 }) => [
      ...(ack === "uploaded" && !uploads.has(importId) ? [`Import ${importId} was acknowledged and is gone.`] : []),
      ...(ack === "imported" && (lists.get(listId) ?? 0) < people ? [`List ${listId} has lost people.`] : []),
      ...(ack === "launched" && campaigns.get(campaignId) !== "completed"
        ? [`Campaign ${campaignId} was launched and is not complete.`]
        : []),
    ],
  )
  const twice = [...texts.values()].filter((keys) => keys.length > 1)
  const missed = end.recipients.filter(
    ({ phone, state }) => !neverSent.includes(state) && texts.get(phone)?.length === 0,
  )
  const open = end.recipients.filter(({ state }) => stillOpen.includes(state))
  return [
    ...lost,
    ...twice.map((keys) => `Someone was sent to twice: ${keys.join(" and ")}.`),
    ...(missed.length > 0 ? [`${missed.length} people count as sent to and got nothing.`] : []),
    ...(open.length > 0 ? [`${open.length} people are still open.`] : []),
    ...(counts.repeatedKeys > 0 ? [`${counts.repeatedKeys} send keys were used twice.`] : []),
    ...(counts.callbacksDropped > 0 ? [`${counts.callbacksDropped} reports were lost.`] : []),
  ]
}

const killOn = (name: string, where: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const own = 20_000 + Math.floor(Math.random() * 20_000)
    const ports = { own, simulator: own + 1 }
    yield* startSimulatorProcess(ports, ["--speed", "20", "--remember", "1000000", "--callbacks", "64"])
    const given = ["--port", String(own), "--simulator", String(own + 1), "--people", values.people]
    const args = ["killed.ts", ...where, ...given] as const
    const acks: Array<Ack> = []
    const onLine = (line: Ack) => void acks.push(line)
    const began = performance.now()
    const wrong = yield* Effect.promise(async () => {
      const random = randomFrom(Number(values.seed))
      for (let run = 0; run < runs; run += 1) await killOnce(args, random, onLine, () => after(random() * longestLife))
      const end = await finishOnce<Finished, Ack>(args, onLine)
      const phones = end.recipients.flatMap(({ phone }) => phone ?? [])
      const texts = await textsByPhone(ports.simulator, phones)
      const counts = await askSimulator<SimulatorCounts>(ports.simulator, "counts")
      console.log(
        [
          name.padEnd(11),
          `${runs} kills in ${((performance.now() - began) / 1000).toFixed(0)} s (seed ${values.seed})`,
          `${end.campaigns.length} campaigns, ${end.recipients.length} people, ${acks.length} acknowledgements`,
          `${counts.distinctKeys} texts taken, ${counts.callbacksRetried} reports repeated`,
        ].join("  "),
      )
      return judge(acks, end, texts, counts)
    })
    for (const sentence of wrong) console.log(`${name.padEnd(11)}  WRONG: ${sentence}`)
    if (wrong.length > 0) process.exitCode = 1
    else console.log(`${name.padEnd(11)}  nothing acknowledged lost, no one sent to twice, nothing left unknown`)
  }).pipe(Effect.scoped)

console.log(`kill: load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
await killOnEach(values.only, killOn)
