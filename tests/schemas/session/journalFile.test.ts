import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Schema } from "effect"
import type { AnyStateMachine } from "xstate"
import { foldOf } from "#machines/journal.ts"
import { type ChartJournal, JournalFile } from "#schemas/session/journal.ts"
import { fileOf } from "#schemas/session/journalFile.ts"
import { replay } from "#tests/paths/replay.ts"
import { choices, walksByTitle, wayOf } from "#tests/support/randomWays.ts"
import * as outreach from "#tests/support/outreachSamples.ts"
import * as people from "#tests/support/peopleSamples.ts"
import { makeRecorder, noted } from "../../../src/wiring/journal.ts"

const heard = (...events: ReadonlyArray<object>): ChartJournal => ({
  chart: "reading",
  actor: "it@1",
  parent: null,
  input: { params: { search: "Lopez" } },
  startedAt: 1,
  base: null,
  entries: events.map((carried, index) => ({
    at: 1_795_000_000_000 + index,
    event: { type: "thing.happened", ...carried },
  })),
})
const maskedText = (...events: ReadonlyArray<object>): string =>
  JSON.stringify(fileOf([heard(...events)], { savedAt: 1, masked: true }))

/** Guards that judge what someone wrote. */
const judging = new Set(["isValid", "mayReload", "choosesZone", "namesZip"])

/** The chart as wiring provides it: guards that judge what someone wrote are noted. */
const notedGuards = (machine: AnyStateMachine): AnyStateMachine =>
  machine.provide({
    guards: Object.fromEntries(
      Object.entries(machine.implementations.guards as Record<string, never>)
        .filter(([name]) => judging.has(name))
        .map(([name, guard]) => [name, noted(name, guard)]),
    ),
  } as never)

/** What the samples say of people, and all they wrote. */
const personal = [
  "Maria",
  "Lopez",
  "1980-02-03",
  "94110",
  "+14155550190",
  "4155550190",
  "+1 415 555 0190",
  "N-1",
  "Eastside",
  "spring.csv",
  "Spring list",
  "ask at desk",
  "Clinic",
  "America/Los_Angeles",
]

describe("a masked journal", () => {
  it("holds no name, phone, text or address of the samples, and the plain one does", () => {
    const samples = { ...people, ...outreach, custom: { status: "active", Ward: "locked" } }
    const plain = JSON.stringify(fileOf([heard({ output: samples })], { savedAt: 1, masked: false }))
    const masked = maskedText({ output: samples })
    for (const one of personal) expect([one, plain.includes(one)]).toEqual([one, true])
    const left = personal.filter((one) => masked.includes(one))
    expect(left).toEqual([])
    const words = [outreach.sampleTemplate, outreach.sampleCampaign, outreach.sampleRecipients].flatMap((sample) =>
      [
        ...JSON.stringify(sample).matchAll(/"(?:name|text|body|phone|patient|firstName|lastName|email)":"([^"]{3,})"/g),
      ].map(([, text]) => text ?? ""),
    )
    expect(words.length).toBeGreaterThan(0)
    expect(words.filter((word) => masked.includes(word))).toEqual([])
    expect(masked).not.toMatch(/active|Ward|@[a-z]/)
  })

  it("hides whatever someone may write, wherever it stands", () => {
    const text = fc.stringMatching(/^[A-Z][a-z]{5,12}[0-9]{2}$/)
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("name", "status", "state", "search", "custom", "to", "id", "list"), text),
        (carried) => {
          const masked = maskedText({ output: carried, search: carried, values: [carried] })
          expect(Object.values(carried).filter((one) => masked.includes(one))).toEqual([])
        },
      ),
    )
  })

  it("keeps which field was written in, and hides what", () => {
    const carried = { field: "name", value: "name", values: { field: "name" }, custom: { field: "ward" } }
    const [{ event } = { event: {} }] = fileOf([heard(carried)], { savedAt: 1, masked: true }).charts[0]?.entries ?? []
    expect(event).toMatchObject({ field: "name", value: "•••2", values: { field: "•••2" } })
    expect(JSON.stringify(event)).not.toContain("ward")
  })

  it("keeps the ids of words that are there, and hides what only looks like one", () => {
    const journal = heard({ title: "campaign.delete.title", label: "main.clinic", word: "campaign.deleted" })
    const options = { savedAt: 1, masked: true, isWord: (text: string) => text === "campaign.delete.title" }
    const [own] = fileOf([journal], options).charts[0]?.entries ?? []
    expect(own?.event).toMatchObject({ title: "campaign.delete.title", label: expect.stringMatching(/^•+\d$/) })
    const [shared] = fileOf([journal], { savedAt: 1, masked: true }).charts[0]?.entries ?? []
    expect(shared?.event).toMatchObject({ title: expect.stringMatching(/^•+\d$/), word: "campaign.deleted" })
  })

  it("hides what someone typed into an address, names included", () => {
    const masked = maskedText({ search: { tab: "imports", "Maria Lopez": "", lopez_1980: "x" } })
    expect(masked).toContain('"tab":"imports"')
    expect(masked).not.toMatch(/Lopez|lopez/)
  })

  it("keeps the numbers that charts decide by in an address, and hides every public id in the same way", () => {
    const numbers = { list: "41", import: "42", company: "43" }
    const ids = { id: "123456", template: "234567", campaign: "345678", response: "456789", link: "567890" }
    const masked = maskedText({ search: { ...numbers, ...ids } })
    expect(Object.values(numbers).filter((one) => !masked.includes(`"${one}"`))).toEqual([])
    expect(Object.values(ids).filter((one) => masked.includes(one))).toEqual([])
  })

  it("keeps ids and moments and hides numbers that are phones", () => {
    const [{ event } = { event: {} }] =
      fileOf([heard({ id: 418_723, at: 1_795_000_000_000, phone: 14_155_550_190 })], { savedAt: 1, masked: true })
        .charts[0]?.entries ?? []
    expect(event).toMatchObject({ id: 418_723, at: 1_795_000_000_000, phone: 0 })
  })

  it.each(walksByTitle)("replays the states of what it hides: %s", (_, walk) => {
    fc.assert(
      fc.property(choices, fc.integer({ min: 0, max: 12 }), (chosen, entries) => {
        const { inspectWith, journals } = makeRecorder({ entries, millis: 1e9, ended: 1, unrecorded: [] })
        const { value, status } = replay(
          notedGuards(walk.machine),
          wayOf(walk, chosen),
          walk.input,
          inspectWith("it"),
        ).getSnapshot()
        const { charts } = fileOf(journals.read(), { savedAt: 1, masked: true })
        const folded = foldOf(walk.machine, charts[0]!)
        expect({ value: folded.value as unknown, status: folded.status }).toEqual({ value, status })
      }),
      { numRuns: 15 },
    )
  })
})

describe("a journal file", () => {
  it("is read back as it was written", () => {
    const file = fileOf(
      [heard({ file: Object.assign(new Blob(["1"]), { name: "a.csv" }), error: new TypeError("no") })],
      { savedAt: 1, masked: false },
    )
    expect(Schema.decodeUnknownSync(JournalFile)(JSON.parse(JSON.stringify(file)))).toEqual(file)
    expect(file.charts[0]?.entries[0]?.event).toEqual({
      type: "thing.happened",
      file: { name: "a.csv", size: 1 },
      error: { name: "TypeError", message: "no" },
    })
  })
})
