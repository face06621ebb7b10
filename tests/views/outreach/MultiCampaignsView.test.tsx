import { describe, expect, it } from "vitest"
import {
  multiCampaignsMachine,
  type MultiCampaignsEvent,
  type MultiCampaignsSnapshot,
} from "#machines/outreach/multiCampaigns.machine.ts"
import type { LadderCheck } from "#schemas/outreach/ladderCheck.ts"
import type { Journey, LadderProgress, MultiCampaign, MultiCampaignDetail } from "#schemas/outreach/multiCampaign.ts"
import type { ShownTest, TestAnswer } from "#schemas/outreach/variants.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { Now } from "#views/parts/Time.tsx"
import { MultiCampaignsView } from "#views/outreach/MultiCampaignsView.tsx"
import "#views/outreach/outreach.css"
import "#views/outreach/ladder.css"
import { ladderEnded, multiCampaignsWalk } from "#tests/machines/outreach/multiCampaigns.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import {
  draftLadder,
  draftLadderDetail,
  ladderReadAgain,
  pausedLadderDetail,
  runningLadder,
  runningLadderDetail,
  sampleJourneys,
  sampleLadderCheck,
  testingLadderDetail,
  unconfirmedLadderDetail,
} from "#tests/support/multiCampaignSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(multiCampaignsMachine, multiCampaignsWalk)
const id = runningLadder.hashedId
const at = (events: Parameters<typeof after>[1], search: object = {}) =>
  after(multiCampaignsMachine, events, { search }) as unknown as MultiCampaignsSnapshot

type Shown = {
  readonly snapshot?: MultiCampaignsSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly list?: Parameters<typeof seenReading<ReadonlyArray<MultiCampaign>>>[0]
  readonly thing?: MultiCampaignDetail
  readonly counts?: LadderProgress
  readonly journeys?: ReadonlyArray<Journey>
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
  /** What happened to the command since. */
  readonly answers?: Parameters<typeof seenCommand>[2]
}
const show = async (shown: Shown = {}) => {
  const search = shown.search ?? {}
  const address = pageUrl(search)
  const { sent, send } = recorder<MultiCampaignsEvent>()
  const snapshot = shown.snapshot ?? at([], search)
  const rendered = await render(
    <Now value={Date.parse("2026-11-20T20:00:00Z")}>
      <MultiCampaignsView
        purpose="What new ones are for"
        page={{ snapshot, send }}
        url={address.url}
        rights={{ userType: 2, accessIds: shown.accessIds ?? [3, 12, 17] }}
        list={seenReading<ReadonlyArray<MultiCampaign>>(shown.list ?? { ready: [runningLadder, draftLadder] })}
        thing={seenReading<MultiCampaignDetail>(shown.thing === undefined ? "idle" : { ready: shown.thing })}
        counts={seenReading<LadderProgress>(shown.counts === undefined ? "idle" : { ready: shown.counts })}
        journeys={seenReading<ReadonlyArray<Journey>>({ ready: shown.journeys ?? sampleJourneys })}
        picture={<p>The drawn chart</p>}
        check={seenReading<LadderCheck>("idle")}
        command={seenCommand(snapshot, undefined, shown.answers)}
      />
    </Now>,
    { dark: shown.dark ?? false, zone: "America/New_York" },
  )
  return { ...rendered, ...address, sent }
}
const hrefs = (container: Element): ReadonlyArray<string | null> =>
  [...container.querySelectorAll("a")].map((link) => link.getAttribute("href"))

describe("the multi-campaigns", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as MultiCampaignsSnapshot
      const { search } = snapshot.context
      await show({ snapshot, search, ...("id" in search ? { thing: runningLadderDetail } : {}) })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("are listed with their state, who is at which step, and when they were launched", async () => {
    const { container } = await show()
    const rows = [...container.querySelectorAll(".data-table tbody tr")].map((row) => [...row.children].map(textOf))
    expect(rows.map(([name, state]) => [name, state])).toEqual([
      ["Flu shots, winter round", "Running"],
      ["Flu shots, winter round", "Draft"],
    ])
    expect(textOf(container)).toContain("2. Call: 20 people here")
    expect(hrefs(container)).toContain(`?id=${id}`)
  })

  it("say what they are for where there are none, and begin the first", async () => {
    const { container, went } = await show({ list: { ready: [] }, dark: true })
    const empty = container.querySelector(".empty-state")
    expect(textOf(empty)).toContain("No multi-campaigns yet")
    await press("New multi-campaign", empty ?? container)
    expect(went.map((change) => change["new"])).toEqual([""])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("say that none fits what they are narrowed to, and that they could not be read", async () => {
    const none = await show({ list: { ready: [] }, search: { state: "paused" } })
    expect(textOf(none.container)).toContain("No multi-campaign fits")
    const failed = await show({ list: { failed: unreachable() } })
    expect(textOf(failed.container)).toContain("Could not load")
  })
})

describe("a step that tests its texts", () => {
  const { choice: _, ...thing } = testingLadderDetail
  const withTest = (more: Partial<ShownTest>): MultiCampaignDetail => ({
    ...thing,
    counts: {
      ...thing.counts,
      steps: thing.counts.steps.map((step) =>
        step.test === null ? step : { ...step, test: { ...step.test, ...more } },
      ),
    },
  })
  const answered = (more: Partial<TestAnswer>) => {
    const answer = { stepId: 1, outcome: "better", winner: 1, variants: [], ...more } as const
    return withTest({ answer, waiting: 0, judgedFrom: null })
  }

  it("says how each text does, who waits, and when it is judged", async () => {
    const { container } = await show({ search: { id }, thing })
    const table = container.querySelector(".ladder-card table")
    expect([...(table?.querySelectorAll("tr") ?? [])].map((row) => [...row.children].map(textOf))).toEqual([
      ["Test of texts", "Given to", "Got it", "Replied", "Share"],
      ["A. Flu shot invitation", "100", "96", "12", "12.5%"],
      ["B. Short note", "100", "97", "31", "32%"],
    ])
    expect(textOf(container)).toContain("200 of the first 200 people were given a text.")
    expect(textOf(container)).toContain("30 people wait until it is decided.")
    expect(hrefs(container)).toContain(`/campaign?id=${"4".repeat(22)}`)
    expect(textOf(container)).toContain("one of 2 texts on day 0")
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    [{}, "Text B did better, beyond chance: 31 of 97. Everyone else gets it."],
    [{ winner: 0 }, "Text A did better, beyond chance: 12 of 96. Everyone else gets it."],
    [{ outcome: "tooFew", winner: null }, "No winner: too few people to tell."],
    [{ outcome: "tooClose", winner: null }, "No winner: the texts did too much alike to tell."],
    [{ outcome: null }, "A person chose text B before it was judged. Everyone else gets it."],
  ] as const)("says what it came to, and offers no choice any more: %o", async (answer, sentence) => {
    const { container } = await show({ search: { id }, thing: answered(answer) })
    expect(textOf(container)).toContain(sentence)
    expect(textOf(container)).not.toContain("to the rest")
  })

  it("lets who may pause it send a text to the rest, and others only read", async () => {
    const { container, sent } = await show({ search: { id }, thing })
    await press("Send text B of step 1 to the rest", container)
    expect(sent).toEqual([{ type: "choose.pressed", multiCampaign: testingLadderDetail }])
    const reader = await show({ search: { id }, thing, accessIds: [12] })
    expect(textOf(reader.container)).not.toContain("to the rest")
    const ended = await show({ search: { id }, thing: { ...thing, state: "cancelled" } })
    expect(textOf(ended.container)).not.toContain("to the rest")
  })

  it("says before the launch what will be done", async () => {
    const { container } = await show({ search: { id }, thing: { ...thing, state: "draft", launchedOn: null } })
    expect(textOf(container)).toContain(
      "The first 200 people are split over 2 texts. It is judged 24 hours after the last of these texts left.",
    )
    expect(container.querySelector(".ladder-card table")).toBe(null)
  })

  it("says of each person which text they got, and that they wait for the test", async () => {
    const [first, second] = sampleJourneys
    const journeys = [
      { ...first!, touches: first!.touches.map((touch) => ({ ...touch, variant: 1 })) },
      { ...second!, reason: "waitsForTest" as const, endedAs: null, endedOn: null, touches: [] },
    ]
    const { container } = await show({ search: { id, tab: "people" }, thing, journeys })
    expect(textOf(container)).toContain("Text B")
    expect(textOf(container)).toContain("Waits for the test of the texts")
  })
})

describe("one multi-campaign", () => {
  it.each([
    ["who submitted it reads that someone else must", true],
    ["someone else confirms it", false],
  ] as const)("waits for a second person: %s", async (_, isOwn) => {
    const thing = { ...unconfirmedLadderDetail, submitted: { people: 2_400, mayConfirm: !isOwn } }
    const { container, sent } = await show({ search: { id }, thing })
    expect(textOf(container)).toContain(
      "Nora Admin wants to launch it. With 2,400 people on its list, someone else must confirm it first.",
    )
    expect(textOf(container).includes("You submitted it, so someone else must confirm it.")).toBe(isOwn)
    if (!isOwn) await press("Confirm and launch")
    await press("Return to draft")
    expect(sent.map(({ type }) => type)).toEqual([...(isOwn ? [] : ["launch.pressed"]), "return.pressed"])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says before the launch that someone else must confirm it", async () => {
    const thing = { ...draftLadderDetail, needsConfirmation: true }
    const details = { ...sampleLadderCheck, needsConfirmation: true }
    const counted = { type: "xstate.done.actor.count", output: { people: 2_400, details }, actorId: "count" }
    const snapshot = at([{ type: "launch.pressed", multiCampaign: thing }], { id })
    await show({ search: { id }, thing, snapshot, answers: [counted] })
    expect(textOf(document.querySelector(".bp6-dialog"))).toContain("a second person must confirm it")
  })

  const running = { search: { id }, thing: runningLadderDetail, counts: runningLadderDetail.counts }

  it("shows who is at which step and what became of what was sent, each number with the way there", async () => {
    const { container } = await show(running)
    const [start, text, call] = [...container.querySelectorAll(".ladder > li")].map(textOf)
    expect(start).toContain("100 people")
    expect(start).toContain("10 people have not come in yet")
    expect(text).toContain("30 people are at this step")
    expect(call).toContain("Wait 2 days")
    expect(call).toContain("Not booked")
    expect(hrefs(container)).toEqual(
      expect.arrayContaining([
        `?id=${id}&tab=people&step=0`,
        `?id=${id}&tab=people&step=2`,
        `?id=${id}&tab=people&end=booked`,
        `/campaign?id=${"1".repeat(22)}&tab=recipients&recipientState=delivered`,
        `/campaign?id=${"2".repeat(22)}`,
      ]),
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says who ended at which step, each number with the way there", async () => {
    const { container } = await show(running)
    expect(textOf(container)).toContain("Booked at this step: 25Opted out at this step: 8")
    expect(textOf(container)).toContain("Booked at this step: 7")
    expect(hrefs(container)).toContain(`?id=${id}&tab=people&step=1&end=optedOut`)
  })

  it("names the steps that people got who are listed, and lists the others again", async () => {
    const { container, changed } = await show({ ...running, search: { id, tab: "people", way: "1.2", end: "booked" } })
    expect(textOf(container.querySelector(".page-filters"))).toContain("What they got steps 1 and 2")
    await press("Remove the filter What they got")
    expect(changed).toEqual([{ way: null }])
    const none = await show({ ...running, search: { id, tab: "people", way: "0" } })
    expect(textOf(none.container.querySelector(".page-filters"))).toContain("What they got nothing")
    const one = await show({ ...running, search: { id, tab: "people", way: "2" } })
    expect(textOf(one.container.querySelector(".page-filters"))).toContain("What they got step 2")
    const wrong = await show({ ...running, search: { id, tab: "people", way: "1..2" } })
    expect(textOf(wrong.container.querySelector(".page-filters"))).not.toContain("What they got")
  })

  it("says what keeps the number of a step from sending, while people wait for it", async () => {
    const trouble = {
      words: "The carrier could not be reached",
      since: "2026-11-20T15:42:00Z",
      standIn: "+16465550177",
    }
    const { counts } = runningLadderDetail
    const steps = counts.steps.map((step) => ({ ...step, trouble: step.stepId === 2 ? trouble : null }))
    const { container } = await show({ ...running, counts: { ...counts, steps } })
    expect(textOf(container)).toContain("(415) 555-0101 has not been able to call since")
    expect(textOf(container)).toContain(
      "20 calls wait; each is tried again by itself. (646) 555-0177 sends them instead",
    )
    expect(textOf(container)).not.toContain("(415) 555-0100 has not been able")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("adds up: those who have ended and those who go on are all", async () => {
    const { container } = await show(running)
    expect(textOf(container)).toContain("40 of 100")
    expect(textOf(container)).toContain("Go on: 60")
  })

  it("takes the counts that were read last", async () => {
    const { container } = await show({ ...running, counts: { ...runningLadderDetail.counts, ended: [], people: 90 } })
    expect(textOf(container)).toContain("0 of 90")
    expect(textOf(container)).toContain("No one has come to an end yet.")
  })

  it("says in words every path that a person can take, and how many went it", async () => {
    const { container } = await show(running)
    const ways = [...container.querySelectorAll(".ladder-paths tbody tr")].map((row) => [...row.children].map(textOf))
    expect(ways).toContainEqual(["text on day 0", "Booked", "1", "25"])
    expect(ways).toContainEqual([
      "text on day 0, call on day 2 up to 2 times, text on day 5",
      "Never answered",
      "4",
      "0",
    ])
    expect(textOf(container)).toContain("1 person took none of these paths.")
    expect(hrefs(container)).toContain(`?id=${id}&tab=people&way=1.2&end=booked`)
    expect(textOf(container.querySelector(".ladder-never"))).toBe(
      "A person who never answers gets text on day 0, call on day 2 up to 2 times, text on day 5: up to 4 touches in 6 days, then nothing more.",
    )
  })

  it("shows where each person is, why, and what comes next in their zone", async () => {
    const { container } = await show({ ...running, search: { id, tab: "people" } })
    const [maria = "", stanley = ""] = [...container.querySelectorAll(".data-table tbody tr")].map(textOf)
    expect(maria).toContain("Waits for the next step")
    expect(maria).toContain("Step 2, from Nov 22, 9:00 AM Pacific Time on")
    expect(stanley).toContain("Booked")
    expect(stanley).toContain("2 calls")
    expect(stanley).toContain("The phone was switched off or out of reach (code 30003)Call the patient.")
    expect(stanley).toContain("3 Skipped: had booked")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says that no one is at a place, and shows everyone again", async () => {
    const { container, changed } = await show({ ...running, search: { id, tab: "people", step: "3" }, journeys: [] })
    expect(textOf(container)).toContain("No one is at this place now.")
    await press("Show everyone")
    expect(changed).toEqual([{ step: null, end: null, way: null }])
  })

  it.each([
    ["launched where it is a draft", draftLadderDetail, "Launch", "launch"],
    ["paused where it runs", runningLadderDetail, "Pause", "pause"],
    ["resumed where it is paused", pausedLadderDetail, "Resume", "resume"],
  ] as const)("is %s", async (_, thing, label, verb) => {
    const { sent } = await show({ search: { id }, thing })
    await press(label)
    expect(sent).toEqual([{ type: `${verb}.pressed`, multiCampaign: thing }])
  })

  it("is not launched, paused or deleted by who lacks the right, and says so", async () => {
    const { container } = await show({ ...running, accessIds: [12] })
    expect(textOf(container)).toContain("Please ask your site administrator.")
    expect(hrefs(container).filter((href) => href?.startsWith("/campaign") === true)).toEqual([])
  })

  it("keeps why it could not be done, and waits until it is read again after it was", async () => {
    const command = { type: "xstate.done.actor.command", actorId: "command" }
    const pressed = { type: "pause.pressed", multiCampaign: runningLadderDetail }
    const refused = await show({
      ...running,
      snapshot: at([pressed, { ...command, ...ladderEnded("pause", "refused") }], { id }),
    })
    expect(textOf(refused.container)).toContain("Could not be done")
    const done = at([pressed, { ...command, ...ladderEnded("pause", "done") }], { id })
    const waiting = await show({ ...running, snapshot: done })
    expect(waiting.container.querySelector(".actions button:disabled")).not.toBeNull()
    const read = await show({ ...running, thing: ladderReadAgain, snapshot: done })
    expect(read.container.querySelector(".actions button:disabled")).toBeNull()
  })

  it.each([
    ["by who may save one", [12], true],
    ["not by who may not", [3], false],
  ] as const)("is duplicated from any state, %s", async (_, accessIds, may) => {
    await show({ ...running, accessIds, thing: { ...runningLadderDetail, state: "completed" } })
    await press("More")
    expect(hrefs(document.body).includes(`?from=${id}&new=`)).toBe(may)
  })

  it("is drawn as a chart, for who may see multi-campaigns alone, with the way there", async () => {
    const { container } = await show({ ...running, accessIds: [12] })
    expect(hrefs(container)).toContain(`?id=${id}&tab=chart`)
    expect(textOf(container)).not.toContain("The drawn chart")
    const drawn = await show({ ...running, accessIds: [12], search: { id, tab: "chart" } })
    expect(textOf(drawn.container)).toContain("The drawn chart")
    expect(hrefs(drawn.container)).toContain(`?id=${id}`)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows its history", async () => {
    const { container } = await show({ ...running, search: { id, tab: "history" } })
    expect([...container.querySelectorAll(".history strong")].map(textOf)).toEqual(["Launched", "Created"])
  })
})
