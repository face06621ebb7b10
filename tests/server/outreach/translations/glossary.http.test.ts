import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TermId, type SaveTerm } from "#schemas/language/glossary.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { absent, freshCompany, handlers, makeTranslator, saved } from "#tests/support/outreachCalls.ts"

const text = "{{ companyName }} and Northwind have your shot. Reply STOP to opt out."
const spanish = "{{ companyName }} y Viento Norte tienen su inyección. Responda ALTO."
const northwind: SaveTerm = {
  ...{ termId: null, kind: "neverTranslate", words: "Northwind", language: null, saidAs: "", note: "" },
}
const inyeccion: SaveTerm = { ...northwind, kind: "forbidden", words: "inyección", language: "es" }
const shot: SaveTerm = { ...northwind, kind: "preferred", words: "shot", language: "es", saidAs: "vacuna" }

const save = Effect.fnUntraced(function* (term: SaveTerm, headers = {}) {
  yield* (yield* makeTranslator).Translate.SaveTerm({ headers, payload: term })
})
const glossary = Effect.gen(function* () {
  return (yield* (yield* makeTranslator).Translate.GetGlossary()).data
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the glossary of a company", (it) => {
  it.effect("keeps terms by their words, without what their kind has no use for", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        expect(yield* glossary).toEqual({ version: 0, terms: [] })
        yield* save({ ...northwind, words: "  Northwind ", language: "es", saidAs: "Viento" })
        yield* save(inyeccion)
        expect(yield* glossary).toEqual({
          version: 2,
          terms: [
            { ...inyeccion, termId: 2 },
            { ...northwind, termId: 1 },
          ],
        })
        yield* save({ ...inyeccion, termId: TermId.make(2), words: "pinchazo" }, { "if-match": "2" })
        expect((yield* glossary).terms.map(({ words }) => words)).toEqual(["Northwind", "pinchazo"])
        const remove = (yield* makeTranslator).Translate.RemoveTerm
        yield* remove({ headers: {}, payload: { termId: TermId.make(2) } })
        yield* save(shot)
        expect((yield* glossary).terms.map(({ termId }) => termId)).toEqual([1, 3])
      }).pipe(asCompany(yield* freshCompany()))
    }),
  )

  it.effect("refuses the same words twice, an older version, and a term that is gone or another company's", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        yield* save(northwind)
        yield* save(shot)
        const again = {
          problem: "Invalid",
          message: "These words are in the glossary already. Change that term instead.",
        }
        expect(yield* Effect.flip(save({ ...northwind, words: "NORTHWIND" }))).toMatchObject(again)
        expect(yield* Effect.flip(save({ ...northwind, termId: TermId.make(2) }))).toMatchObject(again)
        yield* save({ ...shot, language: "fr" })
        yield* save({ ...shot, termId: TermId.make(2), note: "As the clinic says" })
        const stale = Effect.flip(save({ ...shot, termId: TermId.make(2) }, { "if-match": "2" }))
        expect(yield* stale).toMatchObject({ problem: "StaleVersion" })
        expect(yield* Effect.flip(save({ ...shot, termId: TermId.make(9) }))).toMatchObject(absent)
        expect((yield* glossary).terms).toHaveLength(3)
      }).pipe(asCompany(yield* freshCompany()))
      yield* Effect.gen(function* () {
        expect((yield* glossary).terms).toEqual([])
        const remove = (yield* makeTranslator).Translate.RemoveTerm
        expect(yield* Effect.flip(remove({ headers: {}, payload: { termId: TermId.make(1) } }))).toMatchObject(absent)
      }).pipe(asCompany(yield* freshCompany()))
    }),
  )

  it.effect(
    "says what a translation does against it, and lets none be approved that changes a name or uses such a word",
    () =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        yield* Effect.gen(function* () {
          const { Translate } = yield* makeTranslator
          const { templateId } = yield* saved(companyId, text)
          const approve = Translate.ChangeTranslation({
            headers: {},
            payload: { templateId, language: "es", action: "approve" },
          })
          const write = (words: string) =>
            Translate.SaveTranslation({ headers: {}, payload: { templateId, language: "es", text: words } })
          yield* Effect.forEach([northwind, inyeccion, shot], (term) => save(term))
          yield* write(spanish)
          const { data } = yield* Translate.PreviewTranslation({
            payload: { templateId, language: "es", text: spanish },
          })
          expect(data.breaches).toEqual([
            { kind: "forbidden", message: "“inyección” is not used." },
            { kind: "neverTranslate", message: "“Northwind” stays as it is." },
            { kind: "preferred", message: "“shot” is said “vacuna”." },
          ])
          expect(yield* Effect.flip(approve)).toMatchObject({
            problem: "NotAllowedNow",
            message: "It goes against the glossary: “inyección” is not used. “Northwind” stays as it is.",
          })
          yield* write("{{ companyName }} y Northwind tienen su dosis. Responda ALTO.")
          yield* approve
          expect(
            (yield* Translate.GetTranslations({ query: { pageSize: 20 } })).data.find(
              (one) => one.templateId === templateId,
            )?.translations,
          ).toMatchObject([{ state: "approved" }])
        }).pipe(asCompany(companyId))
      }),
  )
})
