import { expect, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { Translator, type TranslationConfig, type Wanted } from "#server/translation/Translator.ts"
import { collectLog } from "#tests/support/logged.ts"
import type { Answer } from "#tests/support/serviceStandIn.ts"
import {
  configOf,
  googleError,
  translationKey,
  translationServices,
  translationStandIn,
  type TranslationServiceName,
} from "#tests/support/translationServices.ts"

const translatorOf = (config: TranslationConfig) =>
  Effect.map(Layer.build(Translator.layerOf(config)), Context.get(Translator))
const names = { azure: "Azure AI Translator", deepl: "DeepL", google: "Google Translate", libre: "LibreTranslate" }

const toSpanish: Wanted = { from: "en", to: "es", names: [] }
/** What became of texts: the translation, or why there is none. */
const said = Effect.fnUntraced(function* (
  config: TranslationConfig,
  texts: ReadonlyArray<string>,
  wanted: Partial<Wanted> = {},
) {
  const translator = yield* translatorOf(config)
  const results = yield* translator.translate(texts, { ...toSpanish, ...wanted })
  return results.map(Result.match({ onSuccess: (text) => text, onFailure: ({ message }) => message }))
})
const upper = (text: string) => text.toUpperCase()

/** Signs of HTML and XML, accents, scripts, signs of two code units. */
const source = `Hi {{ firstName | default: "friend" }}, “{{ companyName }}” & <b>Acme</b>'s 😀 مرحبا 你好 ½\n\nSee https://c.test/?a=1&b=2. Reply STOP.`
const inUpper = `HI {{ firstName | default: "FRIEND" }}, “{{ companyName }}” & <B>Acme</B>'S 😀 مرحبا 你好 ½\n\nSEE https://c.test/?a=1&b=2. REPLY STOP.`

describe.each(translationServices)("%s", (service: TranslationServiceName) => {
  const name = names[service]

  layer(Layer.empty)((it) => {
    it.effect("translates texts with their signs, and leaves alone what stays as it is", () =>
      Effect.gen(function* () {
        const standIn = yield* translationStandIn(service, upper)
        const texts = [source, "{{ firstName }}", "ok"]
        expect(yield* said(configOf(service, standIn), texts, { names: ["Acme"] })).toEqual([
          inUpper,
          "{{ firstName }}",
          "OK",
        ])
        expect(standIn.heard).toHaveLength(1)
        expect((yield* translatorOf(configOf(service, standIn))).service).toBe(name)
      }),
    )

    it.effect("is asked in its own words for Chinese, from and into it", () =>
      Effect.gen(function* () {
        const standIn = yield* translationStandIn(service, upper)
        const config = configOf(service, standIn)
        expect(yield* said(config, ["hello"], { to: "zh" })).toEqual(["HELLO"])
        expect(yield* said(config, ["nihao"], { from: "zh", to: "en" })).toEqual(["NIHAO"])
      }),
    )

    it.effect("says which languages it does not translate, and is asked once", () =>
      Effect.gen(function* () {
        const standIn = yield* translationStandIn(service)
        const texts = Array.from({ length: 60 }, (_, at) => `Hello ${at} ${"a".repeat(2_000)}`)
        expect(new Set(yield* said(configOf(service, standIn), texts, { to: "ko" }))).toEqual(
          new Set([`${name} does not translate from English into Korean.`]),
        )
        expect(standIn.heard).toHaveLength(1)
      }),
    )

    it.effect("gets many texts in as many requests as it takes, in their order", () =>
      Effect.gen(function* () {
        const standIn = yield* translationStandIn(service, upper)
        const texts = Array.from({ length: 300 }, (_, at) => `Text ${at} ${"é".repeat(300)}`)
        expect(yield* said(configOf(service, standIn), texts)).toEqual(texts.map(upper))
        expect(standIn.heard.length).toBeGreaterThan(1)
      }),
    )

    it.effect("whose key is wrong is not set up correctly for staff, and the log says what to check", () =>
      Effect.gen(function* () {
        const standIn = yield* translationStandIn(service)
        const log = collectLog()
        const config = configOf(service, standIn, "another-key")
        expect(yield* said(config, ["Hello", "Hi"]).pipe(Effect.provide(log.layer))).toEqual(
          Array(2).fill(`${name} is not set up correctly. Ask the person who runs this program.`),
        )
        expect(log.lines.join()).toContain(`${name} does not take our key`)
        expect(log.lines.join()).not.toContain("another-key")
      }),
    )

    const down = `${name} is not working. Try again in a minute.`
    const tooMany = (when: string) => `${name} is busy. Try again in ${when}.`
    const wrong = `${name} did not answer with a translation of this text.`
    const later = { "retry-after": "30" }
    const failures: ReadonlyArray<readonly [what: string, answer: Answer, sentence: string]> = [
      ["too many calls", { status: 429, headers: later, body: {} }, tooMany("30 s")],
      ["too many calls for minutes", { status: 429, headers: { "retry-after": "300" }, body: {} }, tooMany("5 min")],
      ["too many calls without an end", { status: 429, body: {} }, tooMany("1 min")],
      ["a failure of its own", { status: 500, body: "" }, down],
      ["another place", { status: 302, headers: { location: "http://127.0.0.1:9/" }, body: "" }, down],
      ["a page", { body: "<!doctype html>", headers: { "content-type": "text/html" } }, wrong],
      ["another form", { body: { translations: "none", translatedText: 1 } }, wrong],
      ["fewer texts", { body: [] }, wrong],
      ["an answer without end", { body: new Uint8Array(5 * 1024 * 1024) }, down],
    ]
    for (const [what, answer, sentence] of failures)
      it.effect(`that answers with ${what} is one sentence, and no text is in the log`, () =>
        Effect.gen(function* () {
          const standIn = yield* translationStandIn(service)
          standIn.next.push(answer)
          const log = collectLog()
          const asked = said(configOf(service, standIn), ["Hello {{ firstName }}"])
          expect(yield* asked.pipe(Effect.provide(log.layer))).toEqual([sentence])
          expect(log.lines.length).toBeGreaterThan(0)
          expect(log.lines.join()).not.toMatch(/Hello|firstName/)
          expect(log.lines.join()).not.toContain(translationKey)
          expect(standIn.heard).toHaveLength(1)
        }),
      )

    it.effect("that does not answer is left after fifteen seconds", () =>
      Effect.gen(function* () {
        const standIn = yield* translationStandIn(service)
        standIn.next.push({ hangs: true, body: "" })
        const asked = yield* Effect.forkChild(said(configOf(service, standIn), ["Hello"]))
        while (standIn.heard.length === 0) yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
        yield* TestClock.adjust("15 seconds")
        expect(yield* Fiber.join(asked)).toEqual([down])
      }),
    )

    it.effect("that is down says so", () =>
      Effect.gen(function* () {
        const { origin } = yield* Effect.scoped(translationStandIn(service))
        expect(yield* said(configOf(service, { origin }), ["Hello"])).toEqual([down])
      }),
    )
  })

  layer(Layer.empty, { excludeTestServices: true })("with the real time", (it) => {
    it.effect("is asked once more after a short wait that it asked for", () =>
      Effect.gen(function* () {
        const standIn = yield* translationStandIn(service, upper)
        standIn.next.push({ status: 429, headers: { "retry-after": "1" }, body: {} })
        const started = performance.now()
        expect(yield* said(configOf(service, standIn), ["Hello"])).toEqual(["HELLO"])
        expect(performance.now() - started).toBeGreaterThan(950)
      }),
    )
  })
})

layer(Layer.empty)("a service that translates", (it) => {
  it.effect("that lost a value, a link or a name has not translated that text, and the others are there", () =>
    Effect.gen(function* () {
      const standIn = yield* translationStandIn("deepl")
      const x = (id: number) => `<x id="${id}">…</x>`
      // What stays is numbered through all texts of a call.
      const answered = [
        ...[
          `Hola ${x(0)}`,
          "Hola",
          `Hola ${x(2)} ${x(2)}`,
          `Hola ${x(3)} {{ zip }}`,
          "<b>Hola</b>",
          "",
          "Hola www.c.test",
        ],
        "Hola",
      ]
      standIn.next.push({ body: { translations: answered.map((text) => ({ text })) } })
      const texts = ["Hi {{ firstName }}", "Hi https://c.test", "Hi Acme", "Hi {{ firstName }}", "Hi", "Hi", "Hi", "Hi"]
      const lost = "DeepL changed a part of the text that must stay: "
      expect(yield* said(configOf("deepl", standIn), texts, { names: ["Acme"] })).toEqual([
        "Hola {{ firstName }}",
        `${lost}https://c.test.`,
        `${lost}Acme.`,
        `${lost}{{ zip }} does not stand in the text.`,
        `${lost}its answer is no plain text.`,
        `${lost}its answer is no plain text.`,
        `${lost}it added a link.`,
        "Hola",
      ])
    }),
  )

  it.effect("that answers in another order has translated nothing of what has values", () =>
    Effect.gen(function* () {
      const standIn = yield* translationStandIn("deepl")
      const swapped = ['Estimado <x id="1"/>', 'Hola <x id="0"/>'].map((text) => ({ text }))
      standIn.next.push({ body: { translations: swapped } })
      const texts = ["Hi {{ firstName }}", "Dear {{ companyName }}"]
      expect(yield* said(configOf("deepl", standIn), texts)).toEqual([
        "DeepL changed a part of the text that must stay: {{ firstName }}.",
        "DeepL changed a part of the text that must stay: {{ companyName }}.",
      ])
    }),
  )

  it.effect("that cannot take one text translates the others", () =>
    Effect.gen(function* () {
      const standIn = yield* translationStandIn("libre", upper)
      const fault: Answer = { status: 500, body: { error: "Cannot translate text: bad sign" } }
      standIn.next.push(fault, fault)
      expect(yield* said(configOf("libre", standIn), ["one", "two", "three"])).toEqual(["ONE", "TWO", "THREE"])
      standIn.next.push(fault, fault)
      expect(yield* said(configOf("libre", standIn), ["one", "two"])).toEqual([
        "LibreTranslate cannot translate this text.",
        "TWO",
      ])
    }),
  )

  it.effect("that turned choices around has not translated the text", () =>
    Effect.gen(function* () {
      const standIn = yield* translationStandIn("deepl")
      standIn.next.push({ body: { translations: [{ text: '<x id="1"/>no<x id="0"/>' }] } })
      expect(yield* said(configOf("deepl", standIn), ["{% if zip %}no{% endif %}"])).toEqual([
        "DeepL changed a part of the text that must stay: its choices are in another order.",
      ])
    }),
  )

  it.effect("gets texts by halves where they are too long together, and the one that is too long alone is named", () =>
    Effect.gen(function* () {
      const standIn = yield* translationStandIn("libre", upper)
      const long: Answer = { status: 400, body: { error: "Invalid request: request (5001) exceeds text limit (5000)" } }
      standIn.next.push(long, long)
      expect(yield* said(configOf("libre", standIn), ["one", "two", "three"])).toEqual(["ONE", "TWO", "THREE"])
      standIn.next.push(long, long)
      expect(yield* said(configOf("libre", standIn), ["one", "two"])).toEqual([
        "This text is too long for LibreTranslate.",
        "TWO",
      ])
    }),
  )

  it.effect("keeps what it translated before it stopped", () =>
    Effect.gen(function* () {
      const standIn = yield* translationStandIn("deepl", upper)
      const translator = yield* translatorOf(configOf("deepl", standIn))
      const texts = Array.from({ length: 120 }, (_, at) => `text ${at}`)
      const translated = texts.slice(0, 50).map((text) => ({ text: upper(text) }))
      standIn.next.push({ body: { translations: translated } }, { status: 456, body: { message: "Quota Exceeded" } })
      const results = yield* translator.translate(texts, toSpanish)
      expect(results.filter(Result.isSuccess)).toHaveLength(50)
      expect(results.filter(Result.isFailure).map(({ failure }) => failure.message)).toEqual(
        Array(70).fill("The allowance at DeepL is used up. Ask the person who runs this program."),
      )
      expect(standIn.heard).toHaveLength(2)
    }),
  )

  const usedUp = "is used up"
  const own: ReadonlyArray<readonly [TranslationServiceName, Answer, sentence: string]> = [
    ["azure", { status: 403, body: { error: { code: 403_001, message: "The free quota is used up." } } }, usedUp],
    ["azure", { status: 400, body: { error: { code: 400_050, message: "The text is too long." } } }, "too long"],
    ["azure", { status: 429, body: { error: { code: 429_001, message: "Too many." } } }, "is busy"],
    ["deepl", { status: 456, body: { message: "Quota Exceeded" } }, usedUp],
    ["deepl", { status: 413, body: "" }, "too long"],
    ["deepl", { status: 529, body: "" }, "is busy"],
    ["google", googleError(403, "Daily Limit Exceeded", "dailyLimitExceeded"), usedUp],
    ["google", googleError(403, "User Rate Limit Exceeded", "userRateLimitExceeded"), "is busy"],
    ["google", googleError(403, "The API is not enabled.", "accessNotConfigured"), "not set up correctly"],
    ["google", googleError(400, "Text too long", "invalid"), "too long"],
    ["google", googleError(400, "Bad language pair: en|es", "invalid"), "does not translate from English into Spanish"],
    ["libre", { status: 403, body: { error: "Invalid API key" } }, "not set up correctly"],
    ["libre", { status: 500, body: { error: "Cannot translate text" } }, "cannot translate this text"],
    ["deepl", { status: 400, body: { message: "Tag handling parsing failed" } }, "cannot translate this text"],
  ]
  for (const [service, answer, sentence] of own)
    it.effect(`says in plain words what ${service} answers with ${JSON.stringify(answer)}`, () =>
      Effect.gen(function* () {
        const standIn = yield* translationStandIn(service)
        standIn.next.push(answer)
        expect((yield* said(configOf(service, standIn), ["Hello"])).join()).toContain(sentence)
      }),
    )

  it.effect("is none without a setting", () =>
    Effect.gen(function* () {
      expect((yield* translatorOf(undefined)).service).toBeNull()
      expect(yield* said(undefined, ["Hello"])).toEqual([
        "No translation service is set up. Ask the person who runs this program.",
      ])
    }),
  )
})
