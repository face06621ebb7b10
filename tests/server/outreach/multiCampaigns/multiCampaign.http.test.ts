import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { MultiCampaignAction, MultiCampaignDraft } from "#schemas/outreach/multiCampaign.ts"
import { settleMultiCampaigns } from "#server/outreach/multiCampaigns/multiCampaign.job.ts"
import { readCampaigns } from "#server/outreach/campaigns/campaign.queries.ts"
import { multiCampaignHandlers } from "#server/program/contract.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import {
  countedPeople,
  day,
  hour,
  ladderCompany,
  minute,
  runNow,
  runToEnd,
  type Answer,
} from "#tests/support/ladders.ts"
import { engineOn, makeList, makeTemplate, noon, phoneOf } from "#tests/support/outreach.ts"
import { TemplateId, UserId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"

const services = multiCampaignHandlers.pipe(
  Layer.provideMerge(callingAs),
  Layer.provideMerge(engineOn(embeddedDatabase)),
)
const makeClient = HttpApiTest.groups(Api, ["MultiCampaign"])

const delivered: Answer = ({ key }) => [{ _tag: "SendAccepted", sid: `SM${key}` }, { _tag: "MessageDelivered" }]

/** The calls of multi-campaigns, as staff of a company make them. */
const staffOf = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { MultiCampaign: client } = yield* makeClient
  const save = (draft: MultiCampaignDraft, hashedId: string | null = null) =>
    client.SaveMultiCampaign({ headers: {}, payload: { hashedId, draft } })
  const change = (hashedId: string, action: MultiCampaignAction) =>
    client.ChangeState({ headers: {}, payload: { hashedId, action } })
  return { client, save, change, companyId }
})

layer(services, { excludeTestServices: true, timeout: 60_000 })("the calls of multi-campaigns", (it) => {
  it.effect("save one, launch it, count its people by step, and say what comes next for each", () =>
    Effect.gen(function* () {
      const { companyId, listId, step, senders } = yield* ladderCompany(1, 3)
      yield* Effect.gen(function* () {
        const { client, save, change } = yield* staffOf(companyId)
        const saved = (yield* save(ladderDraft(listId, [step(1, "SMS"), step(2, "IVR")]))).data
        expect(saved).toMatchObject({ state: "draft", counts: { people: 0, at: [], ended: [] } })
        expect((yield* change(saved.hashedId, "launch")).data.state).toBe("running")
        yield* runNow(companyId, senders, noon + minute, delivered)
        const counts = (yield* client.GetCounts({ query: { hashedId: saved.hashedId } })).data
        expect(counts).toMatchObject({ people: 3, at: [{ stepId: 1, people: 3 }], ended: [] })
        expect(counts.steps.map(({ stepId, counts: states }) => [stepId, states])).toEqual([
          [1, { delivered: 3 }],
          [2, {}],
        ])
        expect(counts.steps.map(({ trouble }) => trouble)).toEqual([null, null])
        const { sql, company } = yield* Database
        yield* company(companyId)(sql`
          update senders set trouble_code = 'unreachable', trouble_since = '2026-11-18T16:00Z' where sender_id = ${senders[0]}`)
        const troubles = Effect.map(client.GetCounts({ query: { hashedId: saved.hashedId } }), ({ data }) =>
          data.steps.map(({ trouble }) => trouble),
        )
        expect(yield* troubles).toEqual([null, null])
        const swapWaiting = company(companyId)(
          sql`update campaign_counts set people = 3 - people where state in ('queued', 'delivered')`,
        )
        yield* swapWaiting
        const unreachable = {
          words: "The carrier could not be reached",
          since: "2026-11-18T16:00:00.000Z",
          standIn: null,
        }
        expect(yield* troubles).toEqual([unreachable, null])
        yield* swapWaiting
        const [first] = (yield* client.GetJourneys({ query: { hashedId: saved.hashedId, stepId: 1 } })).data
        expect(first).toMatchObject({
          patient: "Person1 Doe",
          reason: "waitsForStep",
          next: { stepId: 2 },
          touches: [{ stepId: 1, state: "delivered" }],
        })
        expect(Math.round((Date.parse(first?.next?.at ?? "") - noon) / hour)).toBe(48)
        const listed = (yield* client.GetMultiCampaigns({ query: {} })).data
        expect(listed.map(({ hashedId, state }) => [hashedId, state])).toEqual([[saved.hashedId, "running"]])
        expect((yield* readCampaigns(companyId, { pageSize: 10 })).rows).toEqual([])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("count the ways that people went, and list who went one, and who ended at a step", () =>
    Effect.gen(function* () {
      const { companyId, listId, step, senders } = yield* ladderCompany(8, 3)
      yield* Effect.gen(function* () {
        const { client, save, change } = yield* staffOf(companyId)
        const call = step(2, "IVR", { waitMinutes: 60, onlyIf: "notDelivered" })
        const steps = [step(3, "SMS"), call, step(1, "SMS", { waitMinutes: 60 })]
        const { hashedId } = (yield* save(ladderDraft(listId, steps, { stops: ["replied"] }))).data
        yield* change(hashedId, "launch")
        const [unreached, replies, silent] = [1, 2, 3].map((n) => phoneOf(companyId, n))
        const answer: Answer = (sent) => {
          if (sent.to === unreached && sent.channel === "SMS") return [{ _tag: "MessageFailed", code: "30005" }]
          return sent.to === replies ? [...delivered(sent), { _tag: "ReplyReceived" }] : delivered(sent)
        }
        yield* runToEnd(companyId, senders, answer)
        const { counted, found } = yield* countedPeople(companyId)
        expect(counted).toEqual(found)
        const { ways } = (yield* client.GetCounts({ query: { hashedId } })).data
        expect(ways.toSorted((one, other) => other.steps.length - one.steps.length)).toEqual([
          { stepId: 1, as: "noAnswer", steps: [1, 2, 3], people: 1 },
          { stepId: 1, as: "noAnswer", steps: [1, 3], people: 1 },
          { stepId: 3, as: "replied", steps: [3], people: 1 },
        ])
        const phones = (query: object) =>
          Effect.map(client.GetJourneys({ query: { hashedId, ...query } }), ({ data }) =>
            data.map(({ phone }) => phone),
          )
        expect(yield* phones({ way: "1.3" })).toEqual([silent])
        expect(yield* phones({ way: "1.2.3", endedAs: "noAnswer" })).toEqual([unreached])
        expect(yield* phones({ way: "1.2.3", endedAs: "replied" })).toEqual([])
        expect(yield* phones({ way: "0" })).toEqual([])
        expect(yield* phones({ stepId: 3, endedAs: "replied" })).toEqual([replies])
        expect(yield* phones({ stepId: 3 })).toEqual([])
        expect(yield* phones({ stepId: 77, endedAs: "replied" })).toEqual([])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("say why a person did not get a step: by the carrier's code, by an exclusion, by its condition", () =>
    Effect.gen(function* () {
      const { companyId, listId, step, senders } = yield* ladderCompany(21, 3)
      yield* Effect.gen(function* () {
        const { client, save, change } = yield* staffOf(companyId)
        const { sql, company } = yield* Database
        const steps = [
          step(1, "SMS", { retries: 1 }),
          step(2, "IVR", { waitMinutes: 60, onlyIf: "noReply" }),
          step(3, "SMS", { waitMinutes: 60 }),
        ]
        const { hashedId } = (yield* save(ladderDraft(listId, steps, { stops: [] }))).data
        yield* change(hashedId, "launch")
        const [unreached, replies, landline] = [1, 2, 3].map((n) => phoneOf(companyId, n))
        yield* company(companyId)(
          sql`update patients set phone_kind = 'landline' where company_id = ${companyId} and phone = ${landline ?? ""}`,
        )
        const answer: Answer = (sent) => {
          if (sent.to === unreached && sent.channel === "SMS") return [{ _tag: "MessageFailed", code: "30003" }]
          // Sent again it arrives.
          if (sent.to === replies && sent.at < noon + 10 * minute) return [{ _tag: "MessageFailed", code: "30003" }]
          return sent.to === replies ? [...delivered(sent), { _tag: "ReplyReceived" }] : delivered(sent)
        }
        yield* runToEnd(companyId, senders, answer)
        const { data } = yield* client.GetJourneys({ query: { hashedId } })
        const of = (phone: string | undefined) => data.find((one) => one.phone === phone)
        const outOfReach = {
          code: "30003",
          words: "The phone was switched off or out of reach",
          advice: "Call the patient, or put them on the list of a later campaign.",
        }
        const isLandline = {
          code: null,
          words: "The number is a landline",
          advice: "Call the patient, or ask for a mobile number and upload the list again with it.",
        }
        expect(of(unreached)?.touches.map(({ stepId, reason }) => [stepId, reason])).toEqual([
          [1, outOfReach],
          [1, outOfReach],
          [2, null],
          [3, outOfReach],
        ])
        expect(of(unreached)?.skipped).toEqual([])
        expect(of(replies)?.touches.map(({ stepId, reason }) => [stepId, reason])).toEqual([
          [1, outOfReach],
          [1, null],
          [3, null],
        ])
        expect(of(replies)?.skipped).toEqual([{ stepId: 2, onlyIf: "noReply" }])
        expect(of(landline)?.touches.map(({ stepId, reason }) => [stepId, reason])).toEqual([
          [1, isLandline],
          [2, null],
          [3, isLandline],
        ])
        const { reasons } = (yield* client.GetMultiCampaignDetail({ query: { hashedId } })).data
        expect(reasons).toEqual(
          [1, 3].flatMap((stepId) => [
            { stepId, ...outOfReach, people: 1 },
            { stepId, ...isLandline, people: 1 },
          ]),
        )
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect(
    "say of each person whether what they are to get is held, waits, is under way, is looked up or sent again",
    () =>
      Effect.gen(function* () {
        const { companyId, listId, step } = yield* ladderCompany(22, 6)
        yield* Effect.gen(function* () {
          const { client, save, change } = yield* staffOf(companyId)
          const { sql, company } = yield* Database
          const { hashedId } = (yield* save(ladderDraft(listId, [step(1, "SMS", { retries: 1 })]))).data
          yield* change(hashedId, "launch")
          yield* settleMultiCampaigns
          const states = ["held", "queued", "sending", "sent", "unknown", "failed"]
          yield* company(companyId)(sql`
          update recipients set state = (${sql.json(states)}::jsonb ->> (r.place - 1)::int)
          from (select recipient_id as id, row_number() over (order by recipient_id) as place from recipients
            where company_id = ${companyId}) r
          where company_id = ${companyId} and recipient_id = r.id`)
          const { data } = yield* client.GetJourneys({ query: { hashedId } })
          // A text is over for the ladder once it left: what is next is waited for.
          expect(data.map(({ reason, touches }) => [touches[0]?.state, reason])).toEqual([
            ["held", "held"],
            ["queued", "queued"],
            ["sending", "underway"],
            ["sent", "waitsForStep"],
            ["unknown", "lookedUp"],
            ["failed", "sentAgain"],
          ])
        }).pipe(asCompany(companyId))
      }),
  )

  it.effect("pause everything at once, go on where it was, and take back what waits when it is cancelled", () =>
    Effect.gen(function* () {
      const { companyId, listId, step, senders } = yield* ladderCompany(2, 2)
      yield* Effect.gen(function* () {
        const { client, save, change } = yield* staffOf(companyId)
        const steps = [step(1, "SMS"), step(2, "SMS", { waitMinutes: 60 })]
        const { hashedId } = (yield* save(ladderDraft(listId, steps))).data
        yield* change(hashedId, "launch")
        yield* runNow(companyId, senders, noon + minute, delivered)
        yield* change(hashedId, "pause")
        expect(yield* runNow(companyId, senders, noon + 2 * hour, delivered)).toEqual([])
        const paused = (yield* client.GetJourneys({ query: { hashedId } })).data
        expect(paused.map(({ reason }) => reason)).toEqual(["paused", "paused"])
        yield* change(hashedId, "resume")
        expect((yield* runNow(companyId, senders, noon + 2 * hour, delivered)).length).toBe(2)
        yield* change(hashedId, "cancel")
        const { ended, at, people } = (yield* client.GetCounts({ query: { hashedId } })).data
        expect({ ended, at, people }).toEqual({ ended: [{ as: "cancelled", people: 2 }], at: [], people: 2 })
        const { counted, found } = yield* countedPeople(companyId)
        expect(counted).toEqual(found)
        expect((yield* client.GetJourneys({ query: { hashedId, way: "0" } })).data).toEqual([])
        expect(yield* Effect.flip(change(hashedId, "resume"))).toMatchObject({ problem: "NotAllowedNow" })
        yield* client.DeleteMultiCampaign({ headers: {}, query: { hashedId } })
        expect(yield* Effect.flip(client.GetCounts({ query: { hashedId } }))).toMatchObject({ problem: "NotFound" })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("change a step of a running one for those who have not come to it, and refuse to move steps", () =>
    Effect.gen(function* () {
      const { companyId, listId, step, senders } = yield* ladderCompany(3, 2)
      yield* Effect.gen(function* () {
        const { client, save, change } = yield* staffOf(companyId)
        const steps = [step(1, "SMS"), step(2, "SMS", { waitMinutes: 60 })]
        const { hashedId } = (yield* save(ladderDraft(listId, steps))).data
        yield* change(hashedId, "launch")
        yield* runNow(companyId, senders, noon + minute, delivered)
        const other = TemplateId.make(39)
        yield* makeTemplate(companyId, other, "{{ companyName }} has few places left. Reply STOP to opt out.")
        const [first, second] = steps
        const changed = [first!, { ...second!, templateId: other }]
        expect(yield* Effect.flip(save(ladderDraft(listId, changed.toReversed()), hashedId))).toMatchObject({
          problem: "Invalid",
          errors: [{ field: "steps" }],
        })
        yield* save(ladderDraft(listId, changed), hashedId)
        const sent = yield* runNow(companyId, senders, noon + 2 * hour, delivered)
        expect(sent.map(({ body }) => body)).toEqual(
          Array.from({ length: 2 }, () => "Clinic 3 has few places left. Reply STOP to opt out."),
        )
        const { history, counts } = (yield* client.GetMultiCampaignDetail({ query: { hashedId } })).data
        expect(history.map(({ type }) => type).slice(-2)).toEqual(["MultiCampaignLaunched", "LadderChanged"])
        expect(counts.steps.map(({ counts: states }) => states)).toEqual([{ delivered: 2 }, { delivered: 2 }])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("say at which step what is missing, and launch nothing", () =>
    Effect.gen(function* () {
      const { companyId, listId, step } = yield* ladderCompany(4, 1)
      yield* Effect.gen(function* () {
        const { save, change } = yield* staffOf(companyId)
        const unpublished = step(2, "SMS", { templateId: TemplateId.make(4_999) })
        const { hashedId } = (yield* save(ladderDraft(listId, [step(1, "SMS"), unpublished]))).data
        expect(yield* Effect.flip(change(hashedId, "launch"))).toMatchObject({
          problem: "Invalid",
          errors: [{ field: "steps.1", message: "Step 2: choose a published template and a number of its kind." }],
        })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("let a sample of real people go through a ladder, the same for the same seed, and send nothing", () =>
    Effect.gen(function* () {
      const { companyId, listId, step, senders } = yield* ladderCompany(5, 40)
      yield* Effect.gen(function* () {
        const { client } = yield* staffOf(companyId)
        const { name: _, purpose: __, ...ladder } = ladderDraft(listId, [step(1, "SMS"), step(2, "IVR")])
        const simulate = (seed: number) =>
          client.SimulateLadder({ payload: { ...ladder, startAt: new Date(noon + hour).toISOString(), seed } })
        const first = (yield* simulate(7)).data
        expect((yield* simulate(7)).data).toEqual(first)
        expect(first.people).toBe(40)
        expect(first.ends.reduce((sum, { people }) => sum + people, 0)).toBe(40)
        expect(first.sample.every(({ touches }) => touches <= ladder.mostTouches)).toBe(true)
        expect(first.isAssumed).toBe(true)
        expect(yield* runNow(companyId, senders, noon + day, delivered)).toEqual([])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("let someone else confirm a launch to a long list, at once or for its start, or return it to draft", () =>
    Effect.gen(function* () {
      const { companyId, listId, step } = yield* ladderCompany(9, 2)
      const { sql, company } = yield* Database
      yield* company(companyId)(sql`update companies set confirm_above = 1 where company_id = ${companyId}`)
      const other = asCompany(companyId, { userId: UserId.make(2) })
      yield* Effect.gen(function* () {
        const { client, save, change } = yield* staffOf(companyId)
        const see = (hashedId: string) =>
          Effect.map(client.GetMultiCampaignDetail({ query: { hashedId } }), ({ data }) => data)
        const { hashedId } = (yield* save(ladderDraft(listId, [step(1, "SMS")]))).data
        expect(yield* see(hashedId)).toMatchObject({ needsConfirmation: true, submitted: null })
        expect((yield* change(hashedId, "launch")).data).toMatchObject({ state: "unconfirmed", launchedOn: null })
        expect((yield* see(hashedId)).submitted).toEqual({ people: 2, mayConfirm: false })
        expect((yield* other(see(hashedId))).submitted).toEqual({ people: 2, mayConfirm: true })
        expect(yield* Effect.flip(other(change(hashedId, "launch")))).toMatchObject({ problem: "NotAllowedNow" })
        expect(yield* Effect.flip(change(hashedId, "confirm"))).toMatchObject({
          problem: "NotAllowedNow",
          message: "You submitted this multi-campaign, so someone else must confirm it. You can return it to draft.",
        })
        expect((yield* change(hashedId, "return")).data.state).toBe("draft")
        yield* change(hashedId, "launch")
        expect((yield* other(change(hashedId, "confirm"))).data.state).toBe("running")
        const startAt = new Date(noon + day).toISOString()
        const later = (yield* save({ ...ladderDraft(listId, [step(1, "SMS")]), name: "Later", startAt })).data
        yield* change(later.hashedId, "launch")
        expect((yield* other(change(later.hashedId, "confirm"))).data.state).toBe("scheduled")
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect(
    "send a text of a test to everyone else as a person chose, once, and split a simulation over its texts",
    () =>
      Effect.gen(function* () {
        const { companyId, listId, step, senders } = yield* ladderCompany(10, 110)
        const other = TemplateId.make(109)
        yield* makeTemplate(companyId, other, "{{ companyName }}: another text. Reply STOP to opt out.")
        yield* Effect.gen(function* () {
          const { client, save, change } = yield* staffOf(companyId)
          const test = { templateIds: [other], minimumPeople: 50, judgeBy: "replied", afterHours: 24 } as const
          const draft = ladderDraft(listId, [step(1, "SMS", { test })])
          const { hashedId } = (yield* save(draft)).data
          const choose = (stepId: number, variant: number) =>
            client.ChooseVariant({ headers: {}, payload: { hashedId, stepId, variant } })
          expect(yield* Effect.flip(choose(1, 1))).toMatchObject({ problem: "NotAllowedNow" })
          const { name: _, purpose: __, ...ladder } = draft
          expect((yield* client.SimulateLadder({ payload: { ...ladder, seed: 1 } })).data.tests).toMatchObject([
            { stepId: 1, winner: null, waited: 10, variants: [{ people: 50 }, { people: 50 }] },
          ])
          yield* change(hashedId, "launch")
          expect((yield* runNow(companyId, senders, noon + minute, delivered)).length).toBe(100)
          expect(yield* Effect.flip(choose(1, 2))).toMatchObject({ problem: "Invalid", errors: [{ field: "variant" }] })
          expect(yield* Effect.flip(choose(2, 0))).toMatchObject({ problem: "Invalid" })
          yield* change(hashedId, "pause")
          expect((yield* choose(1, 1)).data.counts.steps[0]?.test?.answer).toEqual({
            ...{ stepId: 1, outcome: null, winner: 1 },
            variants: [0, 1].map((variant) => ({ variant, people: 50, reached: 50, measured: 0 })),
          })
          yield* change(hashedId, "resume")
          expect(yield* Effect.flip(choose(1, 0))).toMatchObject({
            problem: "NotAllowedNow",
            message: "It is decided already which text everyone else gets.",
          })
          const rest = yield* runNow(companyId, senders, noon + 2 * minute, delivered)
          expect(rest.map(({ body }) => body)).toEqual(
            Array.from({ length: 10 }, () => "Clinic 10: another text. Reply STOP to opt out."),
          )
        }).pipe(asCompany(companyId))
      }),
  )

  it.effect("know nothing of another company's multi-campaigns and lists", () =>
    Effect.gen(function* () {
      const own = yield* ladderCompany(6, 1)
      const other = yield* ladderCompany(7, 1)
      const { hashedId } = yield* Effect.gen(function* () {
        const { save } = yield* staffOf(own.companyId)
        return (yield* save(ladderDraft(own.listId, [own.step(1, "SMS")]))).data
      }).pipe(asCompany(own.companyId))
      yield* Effect.gen(function* () {
        const { client, save, change } = yield* staffOf(other.companyId)
        const absent = { problem: "NotFound" }
        expect(yield* Effect.flip(client.GetMultiCampaignDetail({ query: { hashedId } }))).toMatchObject(absent)
        expect(yield* Effect.flip(client.GetJourneys({ query: { hashedId } }))).toMatchObject(absent)
        expect(yield* Effect.flip(change(hashedId, "launch"))).toMatchObject(absent)
        const theirs = ladderDraft(own.listId, [other.step(1, "SMS")])
        expect(yield* Effect.flip(save(theirs))).toMatchObject({ problem: "Invalid", errors: [{ field: "listId" }] })
        const listId = yield* makeList(other.companyId, 1, { name: "Another list", first: 5 })
        expect((yield* save(ladderDraft(listId, [other.step(1, "SMS")]))).data.state).toBe("draft")
      }).pipe(asCompany(other.companyId))
    }),
  )
})
