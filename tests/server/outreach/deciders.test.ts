import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { campaignTable } from "#machines/lifecycles/campaign.lifecycle.ts"
import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import { CampaignId, CompanyId, ListId, SenderId, TemplateId, UserId } from "#schemas/ids.ts"
import type { CampaignEvent, TemplateEvent } from "#schemas/outreach/events.ts"
import {
  campaignDecider,
  type CampaignCommand,
  type Confirmation,
} from "#server/outreach/campaigns/campaign.decider.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { makeSendKey, readSendKey } from "#server/delivery/sendKey.rule.ts"
import { templateDecider, type TemplateCommand } from "#server/outreach/templates/template.decider.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"

const drafted: TemplateEvent = {
  _tag: "TemplateDrafted",
  templateId: TemplateId.make(7),
  version: 1,
  channel: "SMS",
  name: "Visit survey",
  purpose: "Survey",
  textHash: "a",
}
const published: TemplateEvent = { _tag: "TemplatePublished", version: 1 }
const revised: TemplateEvent = {
  _tag: "TemplateRevised",
  version: 2,
  name: "Visit survey",
  purpose: "Survey",
  textHash: "b",
}
const save = (over: Partial<Extract<TemplateCommand, { _tag: "SaveTemplate" }>> = {}): TemplateCommand => ({
  _tag: "SaveTemplate",
  templateId: TemplateId.make(7),
  channel: "SMS",
  name: "Visit survey",
  purpose: "Survey",
  textHash: "a",
  ...over,
})

const template = (given: ReadonlyArray<TemplateEvent>, when: TemplateCommand) =>
  templateDecider.decide(given.reduce(templateDecider.evolve, templateDecider.initialState), when)
const events = <A, E>(result: Result.Result<A, E>) => (Result.isSuccess(result) ? result.success : result.failure)

describe("a template", () => {
  it("given nothing, when saved, then it is drafted", () => {
    expect(events(template([], save()))).toEqual([drafted])
  })
  it("given a draft, when saved unchanged, then nothing is left to do", () => {
    expect(events(template([drafted], save()))).toEqual([])
  })
  it("given a published one, when changed, then a next draft waits next to it", () => {
    expect(events(template([drafted, published], save({ textHash: "b" })))).toEqual([revised])
    expect([drafted, published, revised].reduce(templateDecider.evolve, templateDecider.initialState)).toMatchObject({
      state: "revised",
      version: 2,
      publishedVersion: 1,
    })
  })
  it("given a draft that breaks rules, when published, then each is named", () => {
    expect(events(template([drafted], { _tag: "PublishTemplate", problems: ["One.", "Two."] }))).toMatchObject({
      problem: "Invalid",
      errors: [
        { field: "text", message: "One." },
        { field: "text", message: "Two." },
      ],
    })
  })
  it("given a published one, when published again, then the state refuses before the rules do", () => {
    expect(events(template([drafted, published], { _tag: "PublishTemplate", problems: ["One."] }))).toMatchObject({
      problem: "NotAllowedNow",
      allowed: templateTable.allowed("published"),
    })
  })
  it("given a change after the text was judged, when published, then it is refused", () => {
    const given = [drafted, published, revised]
    expect(events(template(given, { _tag: "PublishTemplate", problems: [], version: 1 }))).toMatchObject({
      problem: "StaleVersion",
    })
    expect(events(template(given, { _tag: "PublishTemplate", problems: [], version: 2 }))).toEqual([
      { _tag: "TemplatePublished", version: 2 },
    ])
  })
  it("given a change after the call flow was read, when a test is kept, then it is refused; a retired one keeps its tests", () => {
    const keep = { _tag: "KeepTest", flow: fluShotCall, name: "Busy", happened: ["Busy"] } as const
    const given = [drafted, published, revised]
    expect(events(template(given, { ...keep, version: 1 }))).toMatchObject({ problem: "StaleVersion" })
    const kept = {
      _tag: "TemplateTestKept",
      testId: 1,
      name: "Busy",
      happened: ["Busy"],
      passed: [],
      end: "busy",
    } as const
    expect(events(template(given, { ...keep, version: 2 }))).toEqual([kept])
    expect(events(template([...given, kept], { ...keep, testId: 1, version: 2 }))).toEqual([])
    const retired = [drafted, published, kept, { _tag: "TemplateRetired" } as const]
    expect(events(template(retired, { _tag: "RemoveTest", testId: 1 }))).toMatchObject({ problem: "NotAllowedNow" })
  })
  it("given a deleted one, when anything is asked, then it is refused", () => {
    const given = [drafted, { _tag: "TemplateDeleted" } as const]
    for (const when of [
      save(),
      save({ name: "Other" }),
      { _tag: "PublishTemplate", problems: [] } as const,
      { _tag: "DeleteTemplate" } as const,
    ]) {
      expect(events(template(given, when))).toMatchObject({ problem: "NotAllowedNow", allowed: [] })
    }
  })
  it("frees its name when it is deleted", () => {
    const facts = { at: "2026-11-21T09:30:00.000Z", version: 1, actorId: UserId.make(1) }
    const row = templateProjection.evolve(templateProjection.initialRow, drafted, facts)
    expect(templateProjection.keys(row)).toEqual({ state: "draft", uniqueKey: "SMS:visit survey" })
    const gone = templateProjection.evolve(row, { _tag: "TemplateDeleted" }, facts)
    expect(templateProjection.keys(gone)).toEqual({ state: "deleted", uniqueKey: null })
  })
})

const created = (startAt: string | null): CampaignEvent => ({
  _tag: "CampaignCreated",
  campaignId: CampaignId.make(3),
  campaignType: "SMS",
  name: "November survey",
  purpose: "Survey",
  templateId: TemplateId.make(7),
  templateVersion: 1,
  listId: ListId.make(1),
  senderId: SenderId.make(1),
  startAt,
})
const campaign = (given: ReadonlyArray<CampaignEvent>, when: CampaignCommand) =>
  campaignDecider.decide(given.reduce(campaignDecider.evolve, campaignDecider.initialState), when)
const now = "2026-11-21T09:30:00.000Z"
const later = "2026-11-22T09:30:00.000Z"
const launch: CampaignCommand = { _tag: "LaunchCampaign", now }

describe("a campaign", () => {
  it("given a draft without a start time, when launched, then it runs", () => {
    expect(events(campaign([created(null)], launch))).toEqual([{ _tag: "CampaignLaunched" }])
  })
  it("given a start time to come, when launched, then it is scheduled; launched again it runs at once", () => {
    expect(events(campaign([created(later)], launch))).toEqual([{ _tag: "CampaignScheduled", startAt: later }])
    const given = [created(later), { _tag: "CampaignScheduled", startAt: later } as const]
    expect(events(campaign(given, launch))).toEqual([{ _tag: "CampaignLaunched" }])
    expect(events(campaign(given, { _tag: "StartCampaign", now: later }))).toEqual([{ _tag: "CampaignLaunched" }])
  })
  it("given another start, when it is started for the one before, then it waits", () => {
    const scheduled = [created(later), { _tag: "CampaignScheduled", startAt: later } as const]
    const move: CampaignCommand = { _tag: "RescheduleCampaign", startAt: "2026-11-23T09:30:00Z" }
    expect(events(campaign(scheduled, move))).toEqual([
      { _tag: "CampaignRescheduled", startAt: "2026-11-23T09:30:00Z" },
    ])
    const moved = [...scheduled, { _tag: "CampaignRescheduled", startAt: "2026-11-23T09:30:00Z" } as const]
    expect(events(campaign(moved, move))).toEqual([])
    expect(events(campaign(moved, { _tag: "StartCampaign", now: later }))).toMatchObject({ problem: "NotAllowedNow" })
    expect(events(campaign(moved, { _tag: "StartCampaign", now: "2026-11-23T09:30:00.000Z" }))).toEqual([
      { _tag: "CampaignLaunched" },
    ])
  })
  it("given a draft, when changed, then its start is the new one; changed to what it is, nothing happens", () => {
    const {
      _tag,
      campaignId: _,
      campaignType: __,
      ...settled
    } = created(null) as Extract<CampaignEvent, { _tag: "CampaignCreated" }>
    expect(events(campaign([created(null)], { _tag: "ReviseCampaign", settled }))).toEqual([])
    const change: CampaignCommand = { _tag: "ReviseCampaign", settled: { ...settled, startAt: later } }
    const revised = { _tag: "CampaignRevised", ...change.settled } as const
    expect(events(campaign([created(null)], change))).toEqual([revised])
    expect(events(campaign([created(null), revised], launch))).toEqual([{ _tag: "CampaignScheduled", startAt: later }])
    const running = [created(null), { _tag: "CampaignLaunched" } as const]
    expect(events(campaign(running, change))).toMatchObject({ problem: "NotAllowedNow" })
  })
  it("given a start time that has passed, when launched, then it runs", () => {
    expect(events(campaign([created(now)], launch))).toEqual([{ _tag: "CampaignLaunched" }])
  })

  describe("to more people than one person may send to", () => {
    const by = (userId: number, over: Partial<Confirmation> = {}): CampaignCommand => ({
      ...{ _tag: "LaunchCampaign", now },
      confirmation: {
        ...{ by: UserId.make(userId), confirms: false, listId: ListId.make(1), people: 900, isNeeded: true },
        ...over,
      },
    })
    const confirming = { confirms: true }
    const submitted: CampaignEvent = { _tag: "CampaignSubmitted", people: 900, by: UserId.make(1) }

    it("when launched, then it waits for someone else, who launches or schedules it", () => {
      expect(events(campaign([created(null)], by(1)))).toEqual([submitted])
      expect(events(campaign([created(null), submitted], by(2)))).toMatchObject({ problem: "NotAllowedNow" })
      expect(events(campaign([created(null), submitted], by(1, confirming)))).toMatchObject({
        message: "You submitted this campaign, so someone else must confirm it. You can return it to draft.",
      })
      expect(events(campaign([created(null), submitted], by(2, confirming)))).toEqual([{ _tag: "CampaignLaunched" }])
      expect(events(campaign([created(later), submitted], by(2, confirming)))).toEqual([
        { _tag: "CampaignScheduled", startAt: later },
      ])
    })
    it("when returned and launched by the other one, then the first one confirms", () => {
      const returned = [created(null), submitted, { _tag: "CampaignReturned" } as const]
      const again: CampaignEvent = { _tag: "CampaignSubmitted", people: 900, by: UserId.make(2) }
      expect(events(campaign(returned, by(2)))).toEqual([again])
      expect(events(campaign([...returned, again], by(1, confirming)))).toEqual([{ _tag: "CampaignLaunched" }])
    })
    it("when the company asks for no second person any more, then the first one launches it", () => {
      expect(events(campaign([created(null), submitted], by(1, { ...confirming, isNeeded: false })))).toEqual([
        { _tag: "CampaignLaunched" },
      ])
    })
    it("given a scheduled one, when launched now, then it needs no second confirmation", () => {
      const scheduled = [created(later), submitted, { _tag: "CampaignScheduled", startAt: later } as const]
      expect(events(campaign(scheduled, by(1)))).toEqual([{ _tag: "CampaignLaunched" }])
    })
    it("when another list was chosen since its people were counted, then it is refused", () => {
      const counted = by(1, { listId: ListId.make(2), isNeeded: false })
      expect(events(campaign([created(null)], counted))).toMatchObject({ problem: "NotAllowedNow" })
    })
  })

  const lives: ReadonlyArray<readonly [string, ReadonlyArray<CampaignEvent>]> = [
    ["draft", [created(null)]],
    ["unconfirmed", [created(null), { _tag: "CampaignSubmitted", people: 3, by: UserId.make(1) }]],
    ["running", [created(null), { _tag: "CampaignLaunched" }]],
    ["paused", [created(null), { _tag: "CampaignLaunched" }, { _tag: "CampaignPaused" }]],
    ["completed", [created(null), { _tag: "CampaignLaunched" }, { _tag: "CampaignCompleted" }]],
    ["cancelled", [created(null), { _tag: "CampaignLaunched" }, { _tag: "CampaignCancelled" }]],
    ["deleted", [created(null), { _tag: "CampaignDeleted" }]],
  ]
  const wishes: ReadonlyArray<readonly [CampaignCommand, CampaignEvent["_tag"]]> = [
    [launch, "CampaignLaunched"],
    [{ _tag: "ReturnCampaign" }, "CampaignReturned"],
    [{ _tag: "PauseCampaign" }, "CampaignPaused"],
    [{ _tag: "ResumeCampaign" }, "CampaignResumed"],
    [{ _tag: "CancelCampaign" }, "CampaignCancelled"],
    [{ _tag: "CompleteCampaign" }, "CampaignCompleted"],
    [{ _tag: "DeleteCampaign" }, "CampaignDeleted"],
  ]
  it.each(lives)("given a %s one, takes exactly the commands its lifecycle takes", (state, given) => {
    for (const [when, event] of wishes) {
      const allowed = campaignTable.allowed(state as Parameters<typeof campaignTable.allowed>[0])
      if (allowed.includes(event)) expect(events(campaign(given, when))).toEqual([{ _tag: event }])
      else expect(events(campaign(given, when))).toMatchObject({ problem: "NotAllowedNow", allowed })
    }
  })

  it("shows when it was launched and when it ended", () => {
    const row = [created(null), { _tag: "CampaignLaunched" } as const, { _tag: "CampaignCompleted" } as const].reduce(
      (folded, event, index) =>
        campaignProjection.evolve(folded, event, {
          at: `2026-11-2${index}T00:00:00.000Z`,
          version: index + 1,
          actorId: null,
        }),
      campaignProjection.initialRow,
    )
    expect(row).toMatchObject({
      state: "completed",
      createdOn: "2026-11-20T00:00:00.000Z",
      launchedOn: "2026-11-21T00:00:00.000Z",
      endedOn: "2026-11-22T00:00:00.000Z",
    })
  })
})

describe("a send key", () => {
  it("names its row, and nothing else does", () => {
    const place = { companyId: CompanyId.make(2), campaignId: CampaignId.make(31), recipientId: 4_000, attempt: 3 }
    expect(readSendKey(makeSendKey(place, "abcdEFGH-_12"))).toEqual(place)
    for (const text of [
      "",
      "1.2.3.4",
      "1.2.3.4.short",
      "1.2.3.x.abcdefgh",
      "notice.abcdefgh.1",
      "1.2.3.4.abcdefgh\n",
      "0.0.3.4.abcdefgh",
      "9999999999.2.3.4.abcdefgh",
    ]) {
      expect(readSendKey(text)).toBeUndefined()
    }
  })
})
