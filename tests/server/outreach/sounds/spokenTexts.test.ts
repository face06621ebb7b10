import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { CompanyId } from "#schemas/ids.ts"
import type { Voice } from "#schemas/outreach/voice.ts"
import { spokenSound } from "#server/outreach/sounds/sound.commands.ts"
import { findSpoken, keepSound, spokenAsOf, spokenSounds } from "#server/outreach/sounds/sound.queries.ts"
import { masterOf, soundOf, type Sound } from "#server/speech/sound.ts"
import { Speech } from "#server/speech/Speech.ts"
import { Database } from "#server/store/Database.ts"
import { spokenTexts0063 } from "#server/store/migrations/0063_spoken_texts.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const companyId = CompanyId.make(7)
const maker = { companyId, userId: 1 }
const voice: Voice = { voiceId: "slt", speed: 1, pitch: 1 }

const toneOf = (step: number): Sound =>
  soundOf(masterOf([Array.from({ length: 8_000 }, (_, at) => Math.sin(at / step) / 2)], 16_000))

/** Speech to which all texts sound alike, and how often it spoke. */
const monotone = () => {
  const spoken: Array<string> = []
  const speech = Speech.of({
    voices: Effect.succeed([]),
    speak: (text) => Effect.sync(() => (spoken.push(text), toneOf(8))),
  })
  return { spoken, layer: Layer.succeed(Speech, speech) }
}

const rowsOf = Effect.fnUntraced(function* (of: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(of)(
    sql<{ spoken_as: string; hash: string }>`
      select spoken_as, hash from spoken_texts where company_id = ${of} order by spoken_as`,
  )
})

for (const [name, database] of testDatabases)
  layer(database, { excludeTestServices: true })(`the sounds of texts on ${name}`, (it) => {
    it.effect("are one where two texts sound alike, and each text finds it without being spoken again", () =>
      Effect.gen(function* () {
        const { spoken, layer: speech } = monotone()
        const sounds = yield* Effect.forEach(["Hello.", "Hello!", "Hello.", "Hello!"], (text) =>
          spokenSound(maker, text, voice),
        ).pipe(Effect.provide(speech))
        expect(new Set(sounds.map(({ hashedId }) => hashedId)).size).toBe(1)
        expect(spoken).toEqual(["Hello.", "Hello!"])
        const asked = ["Hello.", "Hello!", "Bye."].map((text) => spokenAsOf(text, voice))
        const hash = sounds[0]?.hashedId
        expect(yield* spokenSounds(companyId, asked)).toEqual(
          new Map([
            [asked[0], hash],
            [asked[1], hash],
          ]),
        )
        expect(yield* spokenSounds(CompanyId.make(8), asked)).toEqual(new Map())
      }),
    )

    it.effect("stay known when the same sound is uploaded", () =>
      Effect.gen(function* () {
        const { layer: speech } = monotone()
        const { hashedId } = yield* spokenSound(maker, "Good day.", voice).pipe(Effect.provide(speech))
        const uploaded = yield* keepSound(companyId, toneOf(8), { made: "upload", spokenAs: null, userId: 1 })
        expect(uploaded.hashedId).toBe(hashedId)
        expect((yield* findSpoken(companyId, spokenAsOf("Good day.", voice)))?.hashedId).toBe(hashedId)
      }),
    )

    it.effect("are those that were kept first where two speak one text at once", () =>
      Effect.gen(function* () {
        const spokenAs = spokenAsOf("At once.", voice)
        const making = { made: "speech", spokenAs, userId: 1 } as const
        const kept = yield* Effect.forEach([9, 10], (step) => keepSound(companyId, toneOf(step), making))
        expect(new Set(kept.map(({ hashedId }) => hashedId)).size).toBe(2)
        expect((yield* findSpoken(companyId, spokenAs))?.hashedId).toBe(kept[0]?.hashedId)
      }),
    )

    it.effect("are found as before once a database of the step before is brought up to date", () =>
      Effect.gen(function* () {
        const before = yield* rowsOf(companyId)
        // A sound had one text then: of those that sound alike only one is there.
        yield* asOwner((owner) =>
          owner.withTransaction(
            Effect.gen(function* () {
              yield* owner`alter table sounds add column spoken_as text`
              yield* owner`select set_config('app.company_id', '*', true)`
              yield* owner`update sounds set spoken_as =
                (select max(spoken_as) from spoken_texts as texts where texts.hash = sounds.hash)`
              yield* owner`create unique index sounds_spoken on sounds (company_id, spoken_as) where spoken_as is not null`
              yield* owner`drop table spoken_texts`
              yield* spokenTexts0063.pipe(Effect.provideService(SqlClient, owner))
            }),
          ),
        )
        const after = yield* rowsOf(companyId)
        expect(new Set(after.map(({ hash }) => hash))).toEqual(new Set(before.map(({ hash }) => hash)))
        expect(before).toEqual(expect.arrayContaining([...after]))
        expect(before.length).toBeGreaterThan(after.length)
        expect(after.length).toBeGreaterThan(0)
      }),
    )
  })
