import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { asCompany } from "#tests/support/callingAs.ts"
import { absent, freshCompany, handlers, makeTranslator, saved } from "#tests/support/outreachCalls.ts"

const text = "{{ companyName }} asks how your visit was. Reply STOP to opt out."
const spanish = "{{ companyName }} pregunta cómo fue su visita. Responda ALTO."

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("what was approved before", (it) => {
  it.effect("is offered for another text of the company once it is approved, and to no other company", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      const { Translate } = yield* makeTranslator
      const other = yield* Effect.gen(function* () {
        const { templateId } = yield* saved(companyId, text)
        const asking = yield* saved(companyId, "{{ companyName }} here. Reply STOP to opt out.")
        const query = { temphashedId: asking.hashedId, language: "es" } as const
        yield* Translate.SaveTranslation({ headers: {}, payload: { templateId, language: "es", text: spanish } })
        const approved = Effect.map(Translate.GetMemory({ query }), ({ data }) =>
          data.filter(({ name }) => name !== null),
        )
        expect(yield* approved).toEqual([])
        yield* Translate.ChangeTranslation({ headers: {}, payload: { templateId, language: "es", action: "approve" } })
        expect(yield* approved).toMatchObject([
          { sentence: "Reply STOP to opt out.", target: "Responda ALTO.", percent: 100 },
        ])
        return query
      }).pipe(asCompany(companyId))
      const strangers = yield* freshCompany()
      yield* Effect.gen(function* () {
        expect(yield* Effect.flip(Translate.GetMemory({ query: other }))).toMatchObject(absent)
        const { hashedId } = yield* saved(strangers, text)
        // Of its own it has nothing, so the program's phrases alone.
        expect((yield* Translate.GetMemory({ query: { temphashedId: hashedId, language: "es" } })).data).toMatchObject([
          { sentence: "Reply STOP to opt out.", percent: 100, name: null },
        ])
      }).pipe(asCompany(strangers))
    }),
  )
})
