import { describe, expect, it } from "vitest"
import type { ActivityThing } from "#schemas/administration/activity.ts"
import { hrefOf } from "#views/administration/thingLink.ts"

const file: ActivityThing = { kind: "responseFile", id: 7, name: "Flu shot", opens: "abc" }
const everyone = { userType: 2, accessIds: [1, 2] } as const

describe("the page that an entry of the log leads to", () => {
  it("is that of texts or that of call flows for a template and for its response file", () => {
    const hrefs = (channel: "SMS" | "IVR") =>
      [{ ...file, kind: "template" as const }, file].map((thing) => hrefOf({ ...thing, channel }, everyone))
    expect(hrefs("SMS")).toEqual(["/sms?id=abc", "/sms?tab=response&id=abc"])
    expect(hrefs("IVR")).toEqual(["/ivr?id=abc", "/ivr?tab=response&id=abc"])
  })

  it("is none for someone who may not see it", () => {
    expect(hrefOf({ ...file, channel: "IVR" }, { ...everyone, accessIds: [1] })).toBeUndefined()
  })
})
