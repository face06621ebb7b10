import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import { templateLifecycle } from "#machines/lifecycles/template.lifecycle.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { TemplateEvent } from "#schemas/outreach/events.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { messageText } from "#tests/support/outreach.ts"
import { rule } from "#tests/support/replyRuleSamples.ts"
import {
  absent,
  draft,
  freshCompany,
  handlersWithCalls,
  ivrCall,
  madeLocation,
  makeClient,
  makeIvrClient,
  makeTranslator,
  reservedTemplate,
} from "#tests/support/outreachCalls.ts"
import { takenByEvents } from "./taken.ts"

type Type = TemplateEvent["_tag"]

const ofBoth = ["TemplateRevised", "TemplatePublished", "TemplateRetired", "TemplateDeleted"] as const
/** What may be done to a text, and to a call flow, once it was written. */
const wishesOf = {
  text: [
    ...ofBoth,
    ...([
      "TemplateLinkParametersChanged",
      "TemplateLocationsMapped",
      "TemplateTranslationsChanged",
      "TemplateReplyRulesChanged",
    ] as const),
  ],
  call: [...ofBoth, ...(["TemplateTestKept", "TemplateTestRemoved"] as const)],
} as const satisfies Readonly<Record<string, ReadonlyArray<Type>>>
type Kind = keyof typeof wishesOf
const kinds = ["text", "call"] as const

const pathsOfKind = (kind: Kind): ReadonlyArray<ReadonlyArray<Type>> =>
  pathsOf(templateLifecycle, {
    events: ["TemplateDrafted", ...wishesOf[kind]].map((type) => ({ type })),
  }).paths.map((path) => path.events.map(({ type }) => type as Type))

/** A call flow, and what may be done to it. Each saving brings another flow. */
const openCall = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { Outreach, Template } = yield* makeIvrClient
  const templateId = yield* reservedTemplate
  let made = 0
  const save = Effect.suspend(() => Outreach.SaveIvr(ivrCall(companyId, templateId, `Call ${(made += 1)}`)))
  const keep = Effect.suspend(() =>
    Outreach.KeepIvrTest({
      headers: {},
      payload: { templateId, name: `Test ${(made += 1)}`, happened: ["NotAnswered"] },
    }),
  )
  const query = { templateId }
  const calls = {
    TemplateDrafted: save,
    TemplateRevised: save,
    TemplateTestKept: keep,
    TemplateTestRemoved: Effect.flatMap(keep, ({ data: { tests } }) =>
      Outreach.RemoveIvrTest({ headers: {}, payload: { templateId, testId: tests.at(-1)?.testId ?? 0 } }),
    ),
    TemplatePublished: Template.PublishTemplate({ headers: {}, query }),
    TemplateRetired: Template.RetireTemplate({ headers: {}, payload: query }),
    TemplateDeleted: Template.DeleteTemplate({ headers: {}, query }),
  } as Readonly<Partial<Record<Type, Effect.Effect<unknown, object>>>>
  const state = Effect.map(
    Outreach.GetIvrList({ query: {} }),
    ({ data }) => data.find((one) => one.templateId === templateId)?.state ?? "deleted",
  )
  return { calls, state }
})

/** A text, and what may be done to it. Each saving brings another one. */
const openText = Effect.fnUntraced(function* (companyId: CompanyId) {
  const client = yield* makeClient
  const translator = yield* makeTranslator
  const templateId = yield* reservedTemplate
  let texts = 0
  const { locationId } = yield* madeLocation()
  let isMapped = false
  const save = Effect.suspend(() =>
    client.Template.CreateTemplateByCompanyId(
      draft(companyId, templateId, `${messageText} https://clinic.example/visit ${"!".repeat((texts += 1))}`, "Survey"),
    ),
  )
  const query = { templateId }
  const calls = {
    TemplateDrafted: save,
    TemplateRevised: save,
    TemplateLinkParametersChanged: Effect.suspend(() =>
      client.Template.SaveCurlParameter({
        headers: {},
        payload: { primaryId: 0, templateId, key: `key${(texts += 1)}`, value: "1", in: "query" },
      }),
    ),
    TemplateLocationsMapped: Effect.suspend(() => {
      isMapped = !isMapped
      const locationIds = isMapped ? [locationId] : []
      return client.Template.SaveLocationMapping({ headers: {}, payload: { templateId, locationIds } })
    }),
    TemplateTranslationsChanged: Effect.suspend(() =>
      translator.Translate.SaveTranslation({
        headers: {},
        payload: { templateId, language: "es", text: `Hola {{ firstName }}, {{ companyName }} ${(texts += 1)} ALTO` },
      }),
    ),
    TemplateReplyRulesChanged: Effect.suspend(() => {
      const rules = [rule({ said: `word ${(texts += 1)}` })]
      return client.Template.SaveReplyRules({ headers: {}, payload: { templateId, rules } })
    }),
    TemplatePublished: client.Template.PublishTemplate({ headers: {}, query }),
    TemplateRetired: client.Template.RetireTemplate({ headers: {}, payload: query }),
    TemplateDeleted: client.Template.DeleteTemplate({ headers: {}, query }),
  } as Readonly<Partial<Record<Type, Effect.Effect<unknown, object>>>>
  const state = Effect.map(
    client.Template.GetTemplates({ query: {} }),
    ({ data }) => data.find((one) => one.templateId === templateId)?.state ?? "deleted",
  )
  return { calls, state }
})

layer(handlersWithCalls, { excludeTestServices: true, timeout: 60_000 })(
  "the life of a template on the server",
  (it) => {
    it.effect.each(kinds.flatMap((kind) => pathsOfKind(kind).map((types) => [kind, types] as const)))(
      "is the chart's, and what the chart does not take is refused: %s, %s",
      ([kind, types]) =>
        Effect.gen(function* () {
          const companyId = yield* freshCompany()
          yield* Effect.gen(function* () {
            const { calls, state } = yield* kind === "text" ? openText(companyId) : openCall(companyId)
            const asked = (type: Type) => calls[type] ?? Effect.die(new Error(`Nothing asks for ${type}.`))
            let expected: Parameters<typeof templateTable.allowed>[0] = templateTable.initial
            for (const type of types) {
              yield* asked(type)
              expected = templateTable.next(expected, type) ?? expected
              expect(yield* state).toBe(expected)
              const allowed = templateTable.allowed(expected)
              for (const wish of wishesOf[kind]) {
                if (allowed.includes(wish)) continue
                const refusal = yield* Effect.flip(asked(wish))
                expect(refusal).toMatchObject(
                  // No one sees a deleted one; who still has it open learns that it was deleted.
                  expected === "deleted" && wish !== "TemplateRevised"
                    ? absent
                    : { problem: "NotAllowedNow", statusCode: "409", allowed },
                )
              }
              expect(yield* state).toBe(expected)
            }
          }).pipe(asCompany(companyId))
        }),
    )

    it.effect("took every transition of the chart that a call can bring, and no other", () =>
      Effect.gen(function* () {
        const { taken, strange } = yield* takenByEvents(templateLifecycle)
        expect(declaredTransitions(templateLifecycle).filter((name) => !taken.has(name))).toEqual([])
        expect(strange).toEqual([])
      }),
    )
  },
)
