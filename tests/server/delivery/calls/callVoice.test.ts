import { expect, layer } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { flowIn } from "#schemas/language/callInLanguage.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { speakCalls } from "#server/outreach/sounds/callSounds.job.ts"
import { Speech } from "#server/speech/Speech.ts"
import { Database } from "#server/store/Database.ts"
import { slowVoice } from "#tests/support/callFlowSamples.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { spanishCall } from "#tests/support/callTranslations.ts"
import { callServices, firstOf, prepareCalls, step, type Call } from "#tests/support/carriedCalls.ts"
import { publicUrl } from "#tests/support/signedWebhooks.ts"

const spoken: CallFlow = { ...fluShotCall, voice: slowVoice }

const soundCount = Effect.fnUntraced(function* ({ companyId }: Call) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ sounds: number }>`select count(*)::int as sounds from sounds where company_id = ${companyId}`,
  )
  return row?.sounds
})

const prepare = (id: number, flow: CallFlow) => Effect.flatMap(prepareCalls(id, flow), firstOf)
const speakFor = ({ companyId }: Call) => speakCalls({ companyId, userId: 1 })

const services = callServices.pipe(Layer.provideMerge(Speech.layer))

layer(services, { excludeTestServices: true, timeout: "2 minutes" })("the voice of a call", (it) => {
  it.effect("plays what everyone hears alike, and says a person’s own values by the carrier’s voice most alike", () =>
    Effect.gen(function* () {
      const call = yield* prepare(1, spoken)
      const before = yield* step(call)
      expect(before).toContain('pitch="+15%">To book, press 1.')
      yield* speakFor(call)
      const said = yield* step(call)
      expect(said).toContain(
        '<Say voice="Polly.Joanna"><prosody rate="85%" pitch="+15%">Hello Person1.</prosody></Say>',
      )
      expect(said).toMatch(new RegExp(`<Gather [^>]*><Play>${publicUrl}/sounds/[0-9a-f]{64}\\.wav</Play></Gather>`))
      // A key that does nothing, and the message for a machine, which names the company alone.
      expect((yield* step(call, "af", { Digits: "7" })).match(/<Play>/g)).toHaveLength(2)
      expect(yield* step(call, "m")).toContain("<Play>")
    }),
  )

  it.effect("is the carrier’s own of the language where a translation has none, and no sound is made of it", () =>
    Effect.gen(function* () {
      const call = yield* prepare(10, flowIn(spoken, spanishCall, "es"))
      yield* speakFor(call)
      expect(yield* soundCount(call)).toBe(0)
      const said = yield* step(call)
      expect(said).toMatch(/<Say voice="Polly.Penelope">Hola Person\d+, le llama /)
      expect(said).toContain('<Say voice="Polly.Penelope">Para una cita, oprima 1.')
    }),
  )

  it.effect("makes each sound once", () =>
    Effect.gen(function* () {
      const call = yield* prepare(2, spoken)
      yield* speakFor(call)
      const sounds = yield* soundCount(call)
      // All that is said but the greeting, which names a person.
      expect(sounds).toBe(8)
      yield* speakFor(call)
      expect(yield* soundCount(call)).toBe(sounds)
    }),
  )

  it.effect("leaves a call flow without one to the carrier’s own", () =>
    Effect.gen(function* () {
      const call = yield* prepare(3, fluShotCall)
      yield* speakFor(call)
      expect(yield* soundCount(call)).toBe(0)
      expect(yield* step(call)).toContain("<Say>To book, press 1.")
    }),
  )

  it.effect("goes on by the carrier’s where it is not there any more", () =>
    Effect.gen(function* () {
      const call = yield* prepare(4, { ...spoken, voice: { ...slowVoice, voiceId: "nobody" } })
      yield* speakFor(call)
      expect(yield* soundCount(call)).toBe(0)
      expect(yield* step(call)).toContain('<Say voice="Polly.Joanna">')
    }),
  )

  it.effect("says words as the company says them, and is made again once they change", () =>
    Effect.gen(function* () {
      const call = yield* prepare(6, spoken)
      yield* speakFor(call)
      const menuOf = (twiml: string) => twiml.slice(twiml.indexOf("<Gather"))
      const before = yield* step(call)
      const { sql, company } = yield* Database
      const list = [
        { word: "Person1", saidAs: "Purse on" },
        { word: "opening hours", saidAs: "open in ours" },
      ]
      yield* company(call.companyId)(
        sql`update companies set pronunciations = ${sql.json(list)} where company_id = ${call.companyId}`,
      )
      const changed = yield* step(call)
      expect(changed).toContain("Hello Purse on.")
      expect(menuOf(changed)).toContain("For open in ours, press 3.")
      yield* speakFor(call)
      const after = menuOf(yield* step(call))
      expect(after).toContain("<Play>")
      expect(after).not.toBe(menuOf(before))
    }),
  )

  it.effect("makes all other sounds where one text cannot be spoken now, and is to be tried again", () =>
    Effect.gen(function* () {
      const call = yield* prepare(7, spoken)
      const speech = yield* Speech
      const failsAt = Speech.of({
        ...speech,
        speak: (words, voice) =>
          words.startsWith("To book")
            ? Effect.fail(problem("Unavailable", "Speaking took too long."))
            : speech.speak(words, voice),
      })
      const ended = yield* Effect.exit(speakFor(call).pipe(Effect.provideService(Speech, failsAt)))
      expect(Exit.isFailure(ended)).toBe(true)
      expect(yield* soundCount(call)).toBe(7)
      yield* speakFor(call)
      expect(yield* soundCount(call)).toBe(8)
    }),
  )

  it.effect("is made for a campaign that goes on, also once its call flow is retired", () =>
    Effect.gen(function* () {
      const call = yield* prepare(8, spoken)
      const { sql, company } = yield* Database
      yield* company(call.companyId)(
        sql`update read_models set state = 'retired' where company_id = ${call.companyId} and category = 'template'`,
      )
      yield* speakFor(call)
      expect(yield* soundCount(call)).toBe(8)
      yield* company(call.companyId)(
        sql`update campaign_runs set state = 'completed' where company_id = ${call.companyId}`,
      )
      yield* company(call.companyId)(sql`delete from sound_parts where company_id = ${call.companyId}`)
      yield* company(call.companyId)(sql`delete from sounds where company_id = ${call.companyId}`)
      yield* speakFor(call)
      expect(yield* soundCount(call)).toBe(0)
    }),
  )

  it.effect("says a text as it is written where it would grow too long for a carrier", () =>
    Effect.gen(function* () {
      const call = yield* prepare(9, spoken)
      const { sql, company } = yield* Database
      const list = [{ word: "press", saidAs: "press ".repeat(800) }]
      yield* company(call.companyId)(
        sql`update companies set pronunciations = ${sql.json(list)} where company_id = ${call.companyId}`,
      )
      expect(yield* step(call)).toContain("To book, press 1. To be called back, press 2.")
    }),
  )

  it.effect("plays the sounds of one company to no other", () =>
    Effect.gen(function* () {
      const call = yield* prepare(5, spoken)
      expect(call.companyId).toBe(CompanyId.make(5))
      expect(yield* step(call)).not.toContain("<Play>")
    }),
  )
})
