import { describe, expect, it } from "@effect/vitest"
import type { Rights } from "#schemas/access.ts"
import { needsYou, type Attention } from "#server/reporting/dashboard/dashboard.rule.ts"

const nothing: Attention = {
  draftTemplates: 0,
  revisedTemplates: 0,
  draftCampaigns: 0,
  unconfirmedCampaigns: 0,
  pausedCampaigns: 0,
  draftMultiCampaigns: 0,
  unconfirmedMultiCampaigns: 0,
  pausedMultiCampaigns: 0,
  stuckIn: [],
  unknownIn: [],
  today: "2026-11-21",
  failedToday: [],
  waitingImports: 0,
  unconfirmed: { day: "2026-11-22", appointments: 0 },
  contractDaysLeft: null,
  cardExpiry: "later",
  companyHashedId: "northwind",
}
const admin: Rights = { userType: 2, accessIds: [1, 3, 4, 5, 15, 17] }
const texts = (attention: Partial<Attention>, rights = admin) =>
  needsYou({ ...nothing, ...attention }, rights).map(({ text }) => text)
const paths = (attention: Partial<Attention>, rights = admin) =>
  needsYou({ ...nothing, ...attention }, rights).map(({ link }) => link?.path)

describe("what needs someone", () => {
  it("goes by urgency, each with the filtered page that has as many rows", () => {
    const failedToday = [{ campaignHashedId: "abc", name: "Flu shots", people: 18, today: 18, isDeleted: false }]
    expect(texts({ draftCampaigns: 2, failedToday, contractDaysLeft: 3 })).toEqual([
      "18 texts failed in Flu shots",
      "The contract ends in 3 days",
      "2 campaigns are not launched",
    ])
    expect(paths({ draftCampaigns: 2, pausedCampaigns: 1, revisedTemplates: 1, failedToday })).toEqual([
      "/campaign?id=abc&tab=recipients&recipientState=failed",
      "/campaign?state=paused",
      "/campaign?state=draft",
      "/sms?state=revised",
    ])
    expect(paths({ waitingImports: 2 })).toEqual(["/database?tab=imports&state=waiting"])
  })

  it("leads to the campaigns and multi-campaigns that wait for someone", () => {
    const waiting = {
      unconfirmedCampaigns: 1,
      unconfirmedMultiCampaigns: 2,
      pausedMultiCampaigns: 1,
      draftMultiCampaigns: 3,
    }
    const staff: Rights = { userType: 3, accessIds: [3, 12, 17] }
    expect(texts(waiting, staff)).toEqual([
      "1 campaign waits to be confirmed",
      "2 multi-campaigns wait to be confirmed",
      "1 multi-campaign is paused",
      "3 multi-campaigns are not launched",
    ])
    expect(paths(waiting, staff)).toEqual([
      "/campaign?state=unconfirmed",
      "/multi?state=unconfirmed",
      "/multi?state=paused",
      "/multi?state=draft",
    ])
    expect(texts(waiting, { userType: 3, accessIds: [3, 17] })).toEqual(["1 campaign waits to be confirmed"])
  })

  it("names each campaign with failures, and their people together where they are many and have a page", () => {
    const of = (id: string, isDeleted = false) => ({ campaignHashedId: id, name: id, people: 3, today: 2, isDeleted })
    const failedToday = ["a", "b", "c", "d"].map((id) => of(id))
    expect(paths({ failedToday: failedToday.slice(1) })).toHaveLength(3)
    expect(texts({ failedToday })).toEqual(["8 texts failed today in 4 campaigns"])
    expect(paths({ failedToday })).toEqual(["/report?people=failed&from=2026-11-21&to=2026-11-21"])
    const withDeleted = [...failedToday, of("gone", true)]
    expect(texts({ failedToday: withDeleted })).toEqual(["10 texts failed today in 5 campaigns"])
    expect(paths({ failedToday: withDeleted.slice(1) })).toHaveLength(3)
    expect(texts({ failedToday }, { userType: 3, accessIds: [3] })).toEqual(
      ["a", "b", "c", "d"].map((id) => `3 texts failed in ${id}`),
    )
  })

  it("says first where people wait for a number that cannot send, and leads to them", () => {
    const stuckIn = [{ campaignHashedId: "abc", name: "Flu shots", people: 1_204 }]
    expect(texts({ stuckIn, unknownIn: [{ campaignHashedId: "b", name: "Recall", people: 2 }] })).toEqual([
      "Flu shots waits: its number cannot send to 1,204 people now",
      "The fate of 2 texts in Recall is unknown",
    ])
    expect(paths({ stuckIn })).toEqual(["/campaign?id=abc&tab=recipients&recipientState=queued"])
    expect(texts({ stuckIn }, { userType: 3, accessIds: [7] })).toEqual([])
  })

  it("leads to exactly the people of a campaign whose fate is unknown", () => {
    const unknownIn = [{ campaignHashedId: "abc", name: "Flu shots", people: 2 }]
    expect(texts({ unknownIn })).toEqual(["The fate of 2 texts in Flu shots is unknown"])
    expect(paths({ unknownIn })).toEqual(["/campaign?id=abc&tab=recipients&recipientState=unknown"])
  })

  it("names only what the person may do, on a page that they may open", () => {
    const unknownIn = [{ campaignHashedId: "abc", name: "Flu shots", people: 1 }]
    const all = { draftCampaigns: 1, pausedCampaigns: 1, draftTemplates: 1, waitingImports: 1, unknownIn }
    expect(texts(all, { userType: 3, accessIds: [3] })).toEqual(["The fate of 1 text in Flu shots is unknown"])
    // Those with the right to campaigns of several kinds have no page of campaigns, editors of templates none of texts.
    expect(texts(all, { userType: 3, accessIds: [12, 5, 17] })).toEqual([])
  })

  it("leads who may confirm them to the appointments of tomorrow that are not confirmed", () => {
    const unconfirmed = { day: "2026-11-22", appointments: 3 }
    const scheduler: Rights = { userType: 3, accessIds: [7] }
    expect(texts({ unconfirmed }, scheduler)).toEqual(["3 appointments tomorrow are not confirmed"])
    expect(paths({ unconfirmed }, scheduler)).toEqual(["/appointment?view=list&day=2026-11-22&state=booked"])
    expect(texts({ unconfirmed })).toEqual([])
  })

  it("leads to a card that ends, who may replace it", () => {
    const owner: Rights = { userType: 2, accessIds: [14] }
    expect(texts({ cardExpiry: "nextMonth" }, owner)).toEqual(["The company’s card expires next month"])
    expect(texts({ cardExpiry: "thisMonth" }, owner)).toEqual(["The company’s card expires this month"])
    expect(paths({ cardExpiry: "expired" }, owner)).toEqual(["/profile"])
    expect(paths({ cardExpiry: "expired" }, { userType: 1, accessIds: [13] })).toEqual([
      "/global?id=northwind&tab=card",
    ])
    expect(texts({ cardExpiry: "expired" }, { userType: 3, accessIds: [14] })).toEqual([])
    expect(texts({ cardExpiry: "later" }, owner)).toEqual([])
  })

  it("mentions the contract in its last 30 days, and not to a User", () => {
    expect(texts({ contractDaysLeft: 30 })).toEqual(["The contract ends in 30 days"])
    expect(texts({ contractDaysLeft: 31 })).toEqual([])
    expect(texts({ contractDaysLeft: 0 })).toEqual(["The contract ends today"])
    expect(texts({ contractDaysLeft: 1 }, { userType: 3, accessIds: [3] })).toEqual([])
  })
})
