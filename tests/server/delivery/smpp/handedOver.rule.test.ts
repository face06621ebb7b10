import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { e164Of, meaningOf, readHandedOver, sameId } from "#server/delivery/smpp/handedOver.rule.ts"

const numbers = {
  ...{ source_addr: "14155550100", source_addr_ton: 1 },
  ...{ destination_addr: "14155550199", dest_addr_ton: 1, esm_class: 0 },
}
const receipt = { ...numbers, esm_class: 4 }
const words = "id:0a1b sub:001 dlvrd:001 submit date:2611281200 done date:2611281201 stat:DELIVRD err:000 text:Hi id:9"
const read = { _tag: "Receipt", id: "0a1b", state: "DELIVRD", phone: "+14155550100", to: "+14155550199" }

describe("a receipt", () => {
  it.each([
    ["its text", { ...receipt, short_message: { message: words } }, read],
    ["bytes of no alphabet", { ...receipt, short_message: { message: Buffer.from(words) } }, read],
    ["a payload", { ...receipt, short_message: { message: "" }, message_payload: { message: words } }, read],
    [
      "its fields",
      { ...receipt, receipted_message_id: "0a1b", message_state: 2, short_message: { message: "" } },
      read,
    ],
    [
      "its fields before its text",
      { ...receipt, receipted_message_id: "7f", message_state: 5, short_message: { message: words } },
      { ...read, id: "7f", state: "UNDELIV" },
    ],
    ["fields without its class", { ...numbers, receipted_message_id: "0a1b", message_state: 2 }, read],
    ["small letters", { ...receipt, short_message: { message: "ID: 0a1b Stat: delivrd" } }, read],
    ["a class with other bits", { ...receipt, esm_class: 0x44, short_message: { message: words } }, read],
  ])("is read from %s", (_, fields, expected) => {
    expect(readHandedOver(fields)).toEqual(expected)
  })

  it.each([
    ["no name", { ...receipt, short_message: { message: "stat:DELIVRD" } }],
    ["no state", { ...receipt, short_message: { message: "id:0a1b" } }],
    ["nothing", receipt],
    ["no number", { ...receipt, source_addr: "Bank", short_message: { message: words } }],
    ["fields of other kinds", { source_addr: 5, destination_addr: null, esm_class: "4", short_message: 7 }],
  ])("with %s cannot be read", (_, fields) => {
    expect(readHandedOver(fields)).toEqual({ _tag: "Unreadable" })
  })

  it.each([
    ["DELIVRD", "delivered", null],
    ["ACCEPTD", "sent", null],
    ["EXPIRED", "undelivered", "30003"],
    ["REJECTD", "undelivered", "30008"],
    ["SKIPPED", "skipped", null],
  ])("of state %s says %s", (state, status, code) => {
    expect(meaningOf(state)).toEqual({ status, code })
  })

  it("is about the message of that name, in whatever digits", () => {
    expect(sameId(["ff", "255"], "255")).toBe("255")
    expect(sameId(["00ff"], "255")).toBe("00ff")
    expect(sameId(["255"], "00FF")).toBe("255")
    expect(sameId(["00ff"], "FF")).toBe("00ff")
    expect(sameId(["msg-7"], "7")).toBeUndefined()
    expect(sameId([], "7")).toBeUndefined()
  })
})

describe("a text of a person", () => {
  const text = { _tag: "Text", phone: "+14155550100", to: "+14155550199" }
  it.each([
    ["alone", { short_message: { message: "Yes\0" } }, { ...text, body: "Yes" }],
    [
      "with a part's header",
      { short_message: { message: "a", udh: [Buffer.from([0, 3, 9, 2, 1])] } },
      { ...text, body: "a", part: { reference: 9, total: 2, number: 1 } },
    ],
    [
      "with a long header",
      { short_message: { message: "b", udh: [Buffer.from([5, 4, 1, 2, 3, 4]), Buffer.from([8, 4, 1, 2, 2, 2])] } },
      { ...text, body: "b", part: { reference: 258, total: 2, number: 2 } },
    ],
    [
      "with a part's fields",
      { short_message: { message: "c" }, sar_msg_ref_num: 7, sar_total_segments: 3, sar_segment_seqnum: 3 },
      { ...text, body: "c", part: { reference: 7, total: 3, number: 3 } },
    ],
    [
      "with a part that cannot be",
      { short_message: { message: "d", udh: [Buffer.from([0, 3, 9, 2, 3])] } },
      { ...text, body: "d" },
    ],
    ["of no words", {}, { ...text, body: "" }],
  ])("is read %s", (_, fields, expected) => {
    expect(readHandedOver({ ...numbers, ...fields })).toEqual(expected)
  })

  it("comes from a number that is written in one of many ways", () => {
    expect(e164Of("+14155550100", 0)).toBe("+14155550100")
    expect(e164Of("0014155550100", 0)).toBe("+14155550100")
    expect(e164Of("14155550100", 0)).toBe("+14155550100")
    expect(e164Of("4155550100", 2)).toBe("+14155550100")
    expect(e164Of("4915112345", 1)).toBe("+4915112345")
    expect(e164Of("MyBank", 5)).toBeUndefined()
  })
})

it("whatever an SMSC hands over is read, or said to be unreadable", () => {
  const anything = fc.record(
    {
      source_addr: fc.oneof(fc.string(), fc.constant("14155550100")),
      destination_addr: fc.oneof(fc.anything(), fc.constant("14155550199")),
      esm_class: fc.oneof(fc.integer(), fc.anything()),
      short_message: fc.oneof(fc.anything(), fc.record({ message: fc.anything(), udh: fc.anything() })),
      message_state: fc.oneof(fc.integer(), fc.anything()),
      receipted_message_id: fc.anything(),
      sar_msg_ref_num: fc.anything(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(anything, (fields) => {
      expect(["Receipt", "Text", "Unreadable"]).toContain(readHandedOver(fields)._tag)
    }),
    { numRuns: 500 },
  )
})
