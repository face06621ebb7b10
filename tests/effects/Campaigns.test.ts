import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  changeCampaign,
  checkAgain,
  createCampaign,
  deleteCampaign,
  prepareCampaign,
  readCampaignParts,
} from "#effects/Campaigns.ts"
import { ListId, noneOf } from "#schemas/ids.ts"
import { creationStatus } from "#schemas/outreach/campaign.ts"
import { problem } from "#schemas/problem.ts"
import { sampleCallFlow, sampleNumbers } from "#tests/support/callFlowSamples.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"
import {
  draftCampaign,
  draftTemplate,
  revisedTemplate,
  sampleCampaign,
  sampleCheck,
  sampleChoices,
  sampleDetail,
  sampleTemplate,
} from "#tests/support/outreachSamples.ts"

const { companyId, campaignId, campaignType, name, purpose, templateId, listId, senderId, startAt } = draftCampaign
const draft = { companyId, campaignId, campaignType, name, purpose, templateId, senderId, startAt }
const body = { ...draft, listId: listId ?? noneOf(ListId) }

describe("the campaigns' calls", () => {
  it.effect("offer published templates only, a published one with a next draft too", () => {
    const { provide } = fakeServer(({ path }) => {
      if (path === "Campaign/GenerateId") return { data: { id: 73 } }
      if (path === "Template/GetTemplates")
        return { data: [sampleTemplate, revisedTemplate, draftTemplate, { ...sampleTemplate, state: "retired" }] }
      if (path === "Outreach/GetIvrList") return { data: [] }
      return { data: path === "Database/GetLists" ? sampleChoices.lists : sampleChoices.senders }
    })
    return Effect.gen(function* () {
      const nothing = { template: undefined, listId: null, edit: null, from: null }
      const opened = yield* prepareCampaign(nothing, {
        zone: sampleChoices.zone,
        copied: " (copy)",
        purpose: sampleChoices.purpose,
      })
      const notOffered = { ...sampleChoices.notOffered, SMS: { draft: 1, retired: 1, appointment: 0 } }
      expect(opened).toEqual({ choices: { ...sampleChoices, notOffered }, values: null, saved: null })
    }).pipe(provide)
  })

  it.effect("offer published call flows with their caller ID", () => {
    const { provide } = fakeServer(({ path }) => {
      if (path === "Campaign/GenerateId") return { data: { id: 73 } }
      if (path === "Outreach/GetIvrList")
        return {
          data: [
            { ...sampleCallFlow, publishedCallerId: "+14155550104" },
            ...(["draft", "retired", "retired"] as const).map((state) => ({ ...sampleCallFlow, state })),
          ],
        }
      return { data: path === "Campaign/GetSenders" ? sampleNumbers : [] }
    })
    return Effect.gen(function* () {
      const { templates, senders, notOffered } = yield* readCampaignParts()
      expect(notOffered.IVR).toEqual({ draft: 1, retired: 2, appointment: 0 })
      expect(templates).toMatchObject([{ channel: "IVR", text: null, publishedCallerId: "+14155550104" }])
      expect(senders).toEqual(sampleNumbers)
    }).pipe(provide)
  })

  it.effect("begin a copy with another list where the address names one", () => {
    const { provide } = fakeServer(({ path }) => {
      if (path === "Campaign/GenerateId") return { data: { id: 73 } }
      if (path === "Campaign/GetCampaignDetail") return { data: sampleDetail }
      if (path === "Template/GetTemplates") return { data: [sampleTemplate] }
      if (path === "Outreach/GetIvrList") return { data: [] }
      return { data: path === "Database/GetLists" ? sampleChoices.lists : sampleChoices.senders }
    })
    return Effect.gen(function* () {
      const copied = { template: undefined, listId: null, edit: null, from: sampleDetail.campaignHashedId }
      const place = { zone: sampleChoices.zone, copied: " (copy)", purpose: sampleChoices.purpose }
      expect((yield* prepareCampaign(copied, place)).values?.listId).toBe(sampleDetail.listId)
      const again = { ...copied, listId: ListId.make(9) }
      expect((yield* prepareCampaign(again, place)).values?.listId).toBe(9)
    }).pipe(provide)
  })

  it.effect("check a campaign that exists by whom it reaches and when", () => {
    const { calls, provide } = fakeServer(() => ({ data: sampleCheck }))
    return Effect.gen(function* () {
      expect(yield* checkAgain(draftCampaign)).toEqual(sampleCheck)
      const { name: _, purpose: __, ...audience } = body
      expect(calls).toEqual([{ path: "Campaign/CheckCampaign", query: {}, key: null, body: audience }])
    }).pipe(provide)
  })

  it.effect("check no campaign that takes people one at a time: it has no list", () => {
    const { calls, provide } = fakeServer(() => ({ data: sampleCheck }))
    return Effect.gen(function* () {
      const refused = yield* Effect.flip(checkAgain({ ...draftCampaign, listId: null }))
      expect(refused).toMatchObject({ problem: "NotAllowedNow" })
      expect(calls).toEqual([])
    }).pipe(provide)
  })

  it.effect("take a campaign as created when data.status is 2", () => {
    const { calls, provide } = fakeServer(() => ({
      data: { status: 2, campaignId, campaignHashedId: draftCampaign.campaignHashedId },
    }))
    return Effect.gen(function* () {
      expect(yield* createCampaign(body, "command-1")).toEqual({ campaignHashedId: draftCampaign.campaignHashedId })
      expect(calls[0]?.key).toBe("command-1")
    }).pipe(provide)
  })

  it.effect.each([
    [creationStatus.failed, "Unexpected"],
    [creationStatus.invalid, "Invalid"],
    [creationStatus.duplicateName, "AlreadyExists"],
    [creationStatus.noEligible, "NotAllowedNow"],
    [creationStatus.limit, "Forbidden"],
    [99, "Unexpected"],
  ] as const)("take status %i as a failure: %s, with the server's reason", ([status, expected]) => {
    const { provide } = fakeServer(() => ({ data: { status }, message: "The server's reason." }))
    return Effect.gen(function* () {
      const refused = yield* Effect.flip(createCampaign(body, "command-1"))
      expect(refused).toMatchObject({ problem: expected, message: "The server's reason." })
    }).pipe(provide)
  })

  it.effect("say a reason of their own when the server gives none, and pass its problems on", () => {
    const silent = fakeServer(() => ({ data: { status: 3 } }))
    const refusing = fakeServer(() => ({ problem: problem("Unavailable", "The database is being moved.") }))
    return Effect.gen(function* () {
      const duplicate = yield* Effect.flip(createCampaign(body, "command-1")).pipe(silent.provide)
      expect(duplicate.message).toBe("A campaign with this name already exists.")
      const refused = yield* Effect.flip(createCampaign(body, "command-1")).pipe(refusing.provide)
      expect(refused.message).toBe("The database is being moved.")
    })
  })

  it.effect("change and delete by the specified parameters", () => {
    const { calls, provide } = fakeServer(({ path }) => ({
      data: path === "Campaign/ChangeState" ? sampleCampaign : {},
    }))
    return Effect.gen(function* () {
      yield* changeCampaign("pause")(sampleCampaign, "command-1")
      yield* deleteCampaign(sampleCampaign, "command-2")
      const { campaignHashedId } = sampleCampaign
      expect(calls).toEqual([
        { path: "Campaign/ChangeState", query: {}, key: "command-1", body: { campaignHashedId, action: "pause" } },
        {
          path: "Campaign/DeleteCampaign",
          query: { campaignHashedId, campaignType: "SMS" },
          key: "command-2",
          body: undefined,
        },
      ])
    }).pipe(provide)
  })
})
