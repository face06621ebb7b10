import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { translationLifecycle, translationTable } from "#machines/lifecycles/translation.lifecycle.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { TranslationEvent } from "#schemas/language/translationFacts.ts"
import { saveTranslations } from "#server/outreach/translations/translation.commands.ts"
import { foundTranslation } from "#server/outreach/translations/translation.queries.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { superAdmin } from "#tests/support/companyWithNumber.ts"
import { draft, freshCompany, handlers, makeClient, makeTranslator, saved } from "#tests/support/outreachCalls.ts"
import { takenByTranslations } from "./taken.ts"

type Type = TranslationEvent["_tag"]

const { paths } = pathsOf(translationLifecycle, {})
const text = "Hi {{ firstName }}, {{ companyName }} asks how your visit was. Reply STOP to opt out."
const language = "es"
const wishes = ["TranslationReviewed", "TranslationApproved", "TranslationRemoved"] as const

/** A text without translations, and what may be done to the Spanish one. Each saving brings another text. */
const open = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { Template } = yield* makeClient
  const { Translate } = yield* makeTranslator
  const { templateId, name } = yield* saved(companyId, text)
  let texts = 0
  const spanish = () => `Hola {{ firstName }}, {{ companyName }} pregunta ${(texts += 1)}. Responda ALTO.`
  const change = (action: "review" | "approve" | "remove") =>
    Translate.ChangeTranslation({ headers: {}, payload: { templateId, language, action } })
  const calls: Readonly<Record<Type, Effect.Effect<unknown, object, never>>> = {
    // What a service makes is saved by the server itself.
    TranslationDrafted: Effect.suspend(() => {
      const given = { language, text: spanish(), origin: "phrases" } as const
      const person = { ...superAdmin, companyId, actingCompanyId: companyId }
      return saveTranslations(person, templateId, [given], { commandId: `${templateId}-${texts}` })
    }) as Effect.Effect<unknown, object>,
    TranslationWritten: Effect.suspend(() =>
      Translate.SaveTranslation({ headers: {}, payload: { templateId, language, text: spanish() } }),
    ) as Effect.Effect<unknown, object>,
    TranslationReviewed: change("review") as Effect.Effect<unknown, object>,
    TranslationApproved: change("approve") as Effect.Effect<unknown, object>,
    TranslationRemoved: change("remove") as Effect.Effect<unknown, object>,
    TranslationOutdated: Effect.suspend(() =>
      Template.CreateTemplateByCompanyId(draft(companyId, templateId, `${text} ${"!".repeat((texts += 1))}`, name)),
    ) as Effect.Effect<unknown, object>,
  }
  const state = Effect.map(
    foundTranslation(companyId, templateId, language),
    ({ translation }) => translation?.state ?? "new",
  )
  return { calls, state }
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the life of a translation on the server", (it) => {
  it.effect.each(paths.map((path) => [path.events.map(({ type }) => type as Type)] as const))(
    "is the chart's, and what the chart does not take is refused: %s",
    ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        yield* Effect.gen(function* () {
          const { calls, state } = yield* open(companyId)
          let expected: Parameters<typeof translationTable.allowed>[0] = translationTable.initial
          for (const type of types) {
            yield* calls[type]
            expected = translationTable.next(expected, type) ?? expected
            expect(yield* state).toBe(expected)
            const allowed = translationTable.allowed(expected)
            for (const wish of wishes) {
              if (allowed.includes(wish)) continue
              expect(yield* Effect.flip(calls[wish])).toMatchObject({ problem: "NotAllowedNow", allowed })
            }
            expect(yield* state).toBe(expected)
          }
        }).pipe(asCompany(companyId))
      }),
  )

  it.effect("took every transition of the chart, and no other", () =>
    Effect.gen(function* () {
      const { taken, strange } = yield* takenByTranslations(translationLifecycle)
      expect(declaredTransitions(translationLifecycle).filter((name) => !taken.has(name))).toEqual([])
      expect(strange).toEqual([])
    }),
  )
})
