import { expect, it } from "vitest"
import { CompanyId, TemplateId } from "#schemas/ids.ts"
import { inNewestForm } from "#server/store/storedEvent.ts"
import { upcast, upcasters } from "#server/store/upcasters.ts"
import { systemMetadata } from "#tests/support/facts.ts"

const table = {
  "CampaignLaunched@1": (data: unknown) => ({ ...(data as object), channel: "sms" }),
  "CampaignLaunched@2": (data: unknown) => {
    const { channel, ...rest } = data as { readonly channel: string }
    return { ...rest, channels: [channel] }
  },
}

it("brings old data through every version to the newest", () => {
  const templateId = TemplateId.make(4)
  const newest = { schemaVersion: 3, data: { templateId, channels: ["sms"] } }
  expect(upcast("CampaignLaunched", 1, { templateId }, table)).toEqual(newest)
  expect(upcast("CampaignLaunched", 2, { templateId, channel: "sms" }, table)).toEqual(newest)
  expect(upcast("CampaignLaunched", 3, newest.data, table)).toEqual(newest)
  expect(upcast("CampaignPaused", 1, {}, table)).toEqual({ schemaVersion: 1, data: {} })
})

it("leaves what stands next to the data as it was", () => {
  const companyId = CompanyId.make(1)
  const written = {
    ...{
      companyId,
      stream: "campaign-1",
      version: 1,
      type: "NoSuchType",
      schemaVersion: 1,
      data: { a: 1 },
    },
    ...{
      metadata: systemMetadata(companyId),
      at: systemMetadata(companyId).at,
      position: { tx: "9", pos: 3 },
    },
  }
  expect(inNewestForm(written)).toEqual(written)
  for (const key of Object.keys(upcasters)) expect(key).toMatch(/^[A-Z][A-Za-z]+@[1-9]\d*$/)
})
