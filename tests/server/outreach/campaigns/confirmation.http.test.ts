import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { UserId, type CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { audienceOf, freshCompany, handlers, makeClient, wanted } from "#tests/support/outreachCalls.ts"

const [asker, other] = [UserId.make(1), UserId.make(2)]

const confirmAbove = Effect.fnUntraced(function* (companyId: CompanyId, people: number | null) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`update companies set confirm_above = ${people} where company_id = ${companyId}`)
})

/** A draft for three people of a company, and what each of two persons may do with it. */
const draftFor = Effect.fnUntraced(function* (companyId: CompanyId) {
  const client = yield* makeClient
  const payload = yield* wanted(companyId, 3)
  const { data } = yield* client.Campaign.CreateCampaign({ headers: {}, payload })
  const campaignHashedId = data.campaignHashedId ?? ""
  const as = (userId: UserId) => asCompany(companyId, { userId })
  return {
    change: (userId: UserId, action: "launch" | "confirm" | "return") =>
      as(userId)(client.Campaign.ChangeState({ headers: {}, payload: { campaignHashedId, action } })),
    see: (userId: UserId) =>
      Effect.map(as(userId)(client.Campaign.GetCampaignDetail({ query: { campaignHashedId } })), (found) => found.data),
    check: Effect.map(client.Campaign.CheckCampaign({ payload: audienceOf(payload) }), (found) => found.data),
  }
})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("a campaign to a long list", (it) => {
  it.effect("waits until someone else than who submitted it confirms it", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { change, see, check } = yield* draftFor(companyId)
        yield* confirmAbove(companyId, 3)
        expect((yield* check).needsConfirmation).toBe(false)
        yield* confirmAbove(companyId, 2)
        expect((yield* check).needsConfirmation).toBe(true)
        expect((yield* change(asker, "launch")).data).toMatchObject({ state: "unconfirmed", launchedOn: null })
        expect((yield* see(asker)).submitted).toEqual({ people: 3, mayConfirm: false })
        expect((yield* see(other)).submitted).toEqual({ people: 3, mayConfirm: true })
        // The other one may have opened the draft before it was submitted: their launch confirms nothing.
        for (const person of [asker, other])
          expect(yield* Effect.flip(change(person, "launch"))).toMatchObject({
            message:
              "This campaign waits until a second person confirms it. It can be confirmed, or returned to draft.",
          })
        expect(yield* Effect.flip(change(asker, "confirm"))).toMatchObject({
          problem: "NotAllowedNow",
          message: "You submitted this campaign, so someone else must confirm it. You can return it to draft.",
        })
        expect((yield* see(asker)).state).toBe("unconfirmed")
        expect((yield* change(other, "confirm")).data.state).toBe("running")
        expect((yield* see(other)).submitted).toBeNull()
        expect(yield* Effect.flip(change(other, "confirm"))).toMatchObject({ problem: "NotAllowedNow" })
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("is returned to draft by either, and then waits for the other one of the two", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { change, see } = yield* draftFor(companyId)
        yield* confirmAbove(companyId, 1)
        yield* change(asker, "launch")
        expect((yield* change(asker, "return")).data.state).toBe("draft")
        yield* change(other, "launch")
        expect((yield* see(asker)).submitted).toEqual({ people: 3, mayConfirm: true })
        expect((yield* change(asker, "return")).data.state).toBe("draft")
        yield* change(other, "launch")
        expect((yield* change(asker, "confirm")).data.state).toBe("running")
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("is confirmed by who submitted it once the company asks for no second person", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { change, see } = yield* draftFor(companyId)
        yield* confirmAbove(companyId, 1)
        yield* change(asker, "launch")
        yield* confirmAbove(companyId, null)
        expect((yield* see(asker)).submitted).toEqual({ people: 3, mayConfirm: true })
        expect((yield* change(asker, "confirm")).data.state).toBe("running")
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("is sent by one person alone where the company asks for no second one", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      const { data } = yield* Effect.flatMap(draftFor(companyId), ({ change }) => change(asker, "launch")).pipe(
        asCompany(companyId),
      )
      expect(data.state).toBe("running")
    }),
  )
})
