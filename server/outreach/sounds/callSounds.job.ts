import { Effect, Exit, Layer, Result } from "effect"
import type { CompanyRevised } from "#schemas/administration/events.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { isCarriersOwn, type CallVoice } from "#schemas/outreach/voice.ts"
import { companyVariables } from "#schemas/outreach/variables.ts"
import { companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { spokenIn } from "#server/outreach/templates/callMessage.rule.ts"
import { writeLiquid } from "#server/outreach/templates/liquid.rule.ts"
import { readSpoken } from "#server/outreach/templates/message.rule.ts"
import { readFlowsInUse } from "#server/outreach/templates/template.queries.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { pronounced } from "./pronunciation.rule.ts"
import { spokenSound } from "./sound.commands.ts"
import { readPronunciations } from "./sound.queries.ts"

/** A company whose calls are made into sound, for the person who changed what they say. */
type Speaking = { readonly companyId: CompanyId; readonly userId: UserId | number }

const speakJob = "outreach.speak"

const isImpersonal = (name: string): boolean => name in companyVariables

/** The words of a call flow that every person hears alike, each once. */
const commonWords = (flow: CallFlow, companyName: string): ReadonlyArray<string> => [
  ...new Set(
    spokenIn(flow).flatMap(({ text }) => {
      const read = readSpoken(text)
      if (Result.isFailure(read) || !read.success.variables.every(isImpersonal)) return []
      const words = writeLiquid(read.success.parsed, { companyName })
      return words.trim() === "" ? [] : [words]
    }),
  ),
]

/** Speaks what a voice can say; the carrier's own voice says the rest. Gives how each text ended: one that fails stops no other. */
const speakAll = (speaking: Speaking, voice: CallVoice, texts: ReadonlyArray<string>) =>
  Effect.forEach(texts, (words) =>
    spokenSound(speaking, words, voice).pipe(
      Effect.catchIf(
        ({ problem }) => problem === "Invalid",
        () => Effect.logWarning("A text of a call flow cannot be spoken by its voice"),
      ),
      Effect.asVoid,
      Effect.exit,
    ),
  )

/**
 * Makes the sounds of a company's calls: what every person hears alike, by the voice of each call flow that calls may
 * use. Fails once all others are made where a text could not be spoken now.
 */
export const speakCalls = Effect.fn("speakCalls")(function* (speaking: Speaking) {
  const { sql, company } = yield* Database
  const flows = yield* readFlowsInUse(speaking.companyId)
  const { name } = yield* company(speaking.companyId)(companyFacts(sql, speaking.companyId))
  const pronunciations = yield* readPronunciations(speaking.companyId)
  const ends = yield* Effect.forEach(flows, (flow) => {
    const words = commonWords(flow, name).map((text) => pronounced(text, pronunciations))
    const { voice } = flow
    return voice === undefined || isCarriersOwn(voice) ? Effect.succeed([]) : speakAll(speaking, voice, words)
  })
  return yield* Exit.asVoidAll(ends.flat())
})

/** What of a company is heard in its calls. */
const heardOfCompany: ReadonlyArray<string> = ["name", "pronunciations"]

/** Whether something changes the words or the voice of calls. */
const isHeard = ({ type, data }: StoredEvent): boolean =>
  type === "TemplatePublished" ||
  (type === "CompanyRevised" &&
    (data as typeof CompanyRevised.Type).changed.some((field) => heardOfCompany.includes(field)))

/** Makes the sounds of calls once they are published, for processes with the worker role. */
export const callSoundWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* EventStore
    const jobs = yield* JobQueue
    yield* jobs.define(speakJob, speakCalls)
    // The event log is the outbox: adding a job twice is harmless (docs/architecture.md#jobs).
    const follow = (events: ReadonlyArray<StoredEvent>) => {
      const heard = new Map(
        events
          .filter(isHeard)
          .map(({ companyId, metadata }) => [companyId, { companyId, userId: metadata.actorId ?? 0 }]),
      )
      return Effect.forEach([...heard.values()], (data) => jobs.add(speakJob, data, { key: String(data.companyId) }), {
        discard: true,
      })
    }
    yield* Effect.forkScoped(store.subscribe("call-sounds", follow))
  }),
)
