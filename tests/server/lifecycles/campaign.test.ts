import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { campaignLifecycle } from "#machines/lifecycles/campaign.lifecycle.ts"
import { campaignTable } from "#machines/lifecycles/campaign.lifecycle.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { CampaignAction } from "#schemas/outreach/campaign.ts"
import type { CampaignEvent } from "#schemas/outreach/events.ts"
import { Database } from "#server/store/Database.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { awaitEvent, carrierOf, engine, engineParts, noon, recordedCarrier } from "#tests/support/outreach.ts"
import { absent, freshCompany, handlers, makeClient, wanted } from "#tests/support/outreachCalls.ts"
import { takenByEvents } from "./taken.ts"

const services = engineParts.pipe(Layer.provideMerge(Layer.mergeAll(handlers, carrierOf(recordedCarrier()))))
const { paths } = pathsOf(campaignLifecycle, {})
type Type = CampaignEvent["_tag"]

/** What a person may ask of a campaign, and the event that each wish comes to in a campaign without a start time. */
const wishes: Readonly<Record<CampaignAction | "delete" | "revise" | "reschedule", Type>> = {
  launch: "CampaignLaunched",
  confirm: "CampaignLaunched",
  return: "CampaignReturned",
  pause: "CampaignPaused",
  resume: "CampaignResumed",
  cancel: "CampaignCancelled",
  delete: "CampaignDeleted",
  revise: "CampaignRevised",
  reschedule: "CampaignRescheduled",
}

/** A campaign, and what may be done to it. */
const open = Effect.fnUntraced(function* (companyId: CompanyId, isScheduled: boolean) {
  const client = yield* makeClient
  const parts = yield* wanted(companyId, 3)
  const payload = { ...parts, startAt: isScheduled ? new Date(noon + 3_600_000).toISOString() : null }
  let campaignHashedId = ""
  const create = Effect.gen(function* () {
    const { data } = yield* client.Campaign.CreateCampaign({ headers: {}, payload })
    campaignHashedId = data.campaignHashedId ?? campaignHashedId
  })
  const change = (action: CampaignAction) =>
    Effect.suspend(() => client.Campaign.ChangeState({ headers: {}, payload: { campaignHashedId, action } }))
  const remove = Effect.suspend(() =>
    client.Campaign.DeleteCampaign({ headers: {}, query: { campaignHashedId, campaignType: "SMS" } }),
  )
  const { companyId: _, campaignId: __, campaignType: ___, ...draft } = payload
  let changes = 0
  const revise = Effect.suspend(() =>
    client.Campaign.ReviseCampaign({
      headers: {},
      payload: { campaignHashedId, ...draft, name: `${draft.name} ${(changes += 1)}` },
    }),
  )
  const reschedule = Effect.suspend(() =>
    client.Campaign.RescheduleCampaign({
      headers: {},
      payload: { campaignHashedId, startAt: new Date(noon + 7_200_000 + (changes += 1) * 60_000).toISOString() },
    }),
  )
  const others = { delete: remove, revise, reschedule }
  const ask = (wish: keyof typeof wishes): Effect.Effect<unknown, object> =>
    (wish in others ? others[wish as keyof typeof others] : change(wish as CampaignAction)) as Effect.Effect<
      unknown,
      object
    >
  const completed = awaitEvent(companyId, payload.campaignId, "CampaignCompleted").pipe(Effect.provide(engine()))
  const { sql, company } = yield* Database
  const confirmAbove = (people: number | null) =>
    company(companyId)(sql`update companies set confirm_above = ${people} where company_id = ${companyId}`)
  const submitted = confirmAbove(1).pipe(Effect.andThen(ask("launch")), Effect.andThen(confirmAbove(null)))
  const state = Effect.map(
    company(companyId)(
      sql<{ state: string; version: number }>`
        select state, stream_version as version from read_models
        where company_id = ${companyId} and category = 'campaign' and id = ${payload.campaignId}`,
    ),
    ([row]) => row ?? { state: "reserved", version: 0 },
  )
  // The company no longer asks for a second person, so the same one confirms.
  const launched = Effect.flatMap(state, (now) => ask(now.state === "unconfirmed" ? "confirm" : "launch"))
  const causes: Readonly<Record<Type, Effect.Effect<unknown, unknown, unknown>>> = {
    CampaignCreated: create,
    CampaignSubmitted: submitted,
    CampaignReturned: ask("return"),
    CampaignScheduled: launched,
    CampaignLaunched: launched,
    CampaignPaused: ask("pause"),
    CampaignResumed: ask("resume"),
    CampaignCancelled: ask("cancel"),
    CampaignCompleted: completed,
    CampaignDeleted: ask("delete"),
    CampaignRevised: ask("revise"),
    CampaignRescheduled: ask("reschedule"),
  }
  return { causes: causes as Readonly<Record<Type, Effect.Effect<unknown, object>>>, ask, state }
})

layer(services, { excludeTestServices: true, timeout: 60_000 })("the life of a campaign on the server", (it) => {
  it.effect.each(paths.map((path) => [path.events.map(({ type }) => type as Type)] as const))(
    "is the chart's, and what the chart does not take is refused: %s",
    ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        yield* Effect.gen(function* () {
          const { causes, ask, state } = yield* open(companyId, types.includes("CampaignScheduled"))
          let expected: Parameters<typeof campaignTable.allowed>[0] = campaignTable.initial
          for (const type of types) {
            yield* causes[type]
            expected = campaignTable.next(expected, type) ?? expected
            const before = yield* state
            expect(before.state).toBe(expected)
            const allowed = campaignTable.allowed(expected)
            for (const wish of Object.keys(wishes) as ReadonlyArray<keyof typeof wishes>) {
              if (allowed.includes(wishes[wish])) continue
              const refusal = yield* Effect.flip(ask(wish))
              expect(refusal).toMatchObject(
                expected === "deleted" ? absent : { problem: "NotAllowedNow", statusCode: "409", allowed },
              )
            }
            expect(yield* state).toEqual(before)
          }
        }).pipe(asCompany(companyId))
      }),
  )

  it.effect("took every transition of the chart, and no other", () =>
    Effect.gen(function* () {
      const { taken, strange } = yield* takenByEvents(campaignLifecycle)
      expect(declaredTransitions(campaignLifecycle).filter((name) => !taken.has(name))).toEqual([])
      expect(strange).toEqual([])
    }),
  )
})
