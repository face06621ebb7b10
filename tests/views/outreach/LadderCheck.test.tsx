import { describe, expect, it } from "vitest"
import {
  multiCampaignsMachine,
  type MultiCampaignsEvent,
  type MultiCampaignsSnapshot,
} from "#machines/outreach/multiCampaigns.machine.ts"
import type { LadderCheck } from "#schemas/outreach/ladderCheck.ts"
import type { Journey, LadderProgress, MultiCampaign, MultiCampaignDetail } from "#schemas/outreach/multiCampaign.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { Now } from "#views/parts/Time.tsx"
import { MultiCampaignsView } from "#views/outreach/MultiCampaignsView.tsx"
import "#views/outreach/outreach.css"
import "#views/outreach/ladder.css"
import { after } from "#tests/paths/paths.ts"
import {
  draftLadderDetail,
  runningLadderDetail,
  sampleLadderCheck,
  testingLadderDetail,
} from "#tests/support/multiCampaignSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"

const id = draftLadderDetail.hashedId
const at = (events: Parameters<typeof after>[1]) =>
  after(multiCampaignsMachine, events, { search: { id } }) as unknown as MultiCampaignsSnapshot

type Shown = {
  readonly snapshot?: MultiCampaignsSnapshot
  readonly thing?: MultiCampaignDetail
  readonly check?: Parameters<typeof seenReading<LadderCheck>>[0]
  readonly answers?: Parameters<typeof seenCommand>[2]
  readonly now?: string
}

const soon = "2026-11-20T20:00:00Z"

const show = async (shown: Shown = {}) => {
  const { snapshot = at([]), thing = draftLadderDetail, check = "idle", answers, now = soon } = shown
  const { sent, send } = recorder<MultiCampaignsEvent>()
  const rendered = await render(
    <Now value={Date.parse(now)}>
      <MultiCampaignsView
        purpose="What new ones are for"
        page={{ snapshot, send }}
        url={pageUrl({ id }).url}
        rights={{ userType: 2, accessIds: [3, 12, 17] }}
        list={seenReading<ReadonlyArray<MultiCampaign>>("idle")}
        thing={seenReading<MultiCampaignDetail>({ ready: thing })}
        counts={seenReading<LadderProgress>("idle")}
        journeys={seenReading<ReadonlyArray<Journey>>("idle")}
        picture={<p>The drawn chart</p>}
        check={seenReading<LadderCheck>(check)}
        command={seenCommand(snapshot, undefined, answers)}
      />
    </Now>,
    { zone: "America/New_York" },
  )
  return { ...rendered, sent }
}

describe("the check before the launch", () => {
  const { version } = draftLadderDetail
  const params = { hashedId: id, version, nth: 1 }
  const pressed = { type: "check.pressed", hashedId: id, version }
  const old = "Something changed since this check."

  it("is made where it is asked for, and only before the launch", async () => {
    const { container, sent } = await show()
    expect(textOf(container)).toContain("Nothing is sent.")
    await press("Check", container)
    expect(sent).toEqual([pressed])
    const running = await show({ thing: runningLadderDetail })
    expect(textOf(running.container)).not.toContain("Check before the launch")
  })

  it("says how many could be reached, what it takes, and at each step who is left out, why, and in which language", async () => {
    const { container } = await show({ check: { ready: sampleLadderCheck, params } })
    expect(textOf(container)).toContain("98 people of 100 on the list could get at least one step.")
    expect(textOf(container)).toContain("Checked today, 2:55 PM.")
    expect(textOf(container)).not.toContain("Check again before you launch")
    const figures = [...container.querySelectorAll(".figure")].map(textOf)
    expect(figures).toContain("Texts at most180192 segments")
    expect(figures).toContain("Calls expected60100 people simulated, with assumed shares: too little was sent yet")
    const [, text, call] = [...container.querySelectorAll(".ladder > li")].map(textOf)
    expect(text).toContain("90 people could get it, 10 left out.")
    expect(text).toContain("8: The number is a landline. Ask for a mobile number.")
    expect(text).toContain("English5 speak Vietnamese7581")
    expect(call).toContain("(415) 555-0101 has not been able to call since")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says which text of a test fewer could get, what is not published, and where no way to opt out is said", async () => {
    const { choice: _, ...tested } = testingLadderDetail
    const thing = { ...tested, state: "draft" as const, version, launchedOn: null }
    const [first, ...rest] = sampleLadderCheck.texts
    const texts = [
      { ...first!, withoutOptOut: ["es", "vi"] },
      { ...first!, variant: 1, isPublished: false, eligible: 0, leftOut: [], languages: [] },
      ...rest,
    ]
    const { container } = await show({
      thing,
      check: { ready: { ...sampleLadderCheck, texts }, params },
    })
    expect(textOf(container)).toContain("Text A: 90 people could get it")
    expect(textOf(container)).toContain("It does not say how to opt out in Spanish and Vietnamese.")
    expect(textOf(container)).toContain("Text B: It is not published, so no one would get it.")
  })

  it.each([
    ["the multi-campaign was changed", { params: { ...params, version: version - 1 } }, []],
    ["a text was published meanwhile", { params }, [pressed, { type: "feed.changed", thing: "template", id: "43" }]],
  ] as const)("is old once %s, and its steps say nothing of it any more", async (_, more, events) => {
    const snapshot = at(events)
    const { container } = await show({ snapshot, check: { ready: sampleLadderCheck, ...more } })
    expect(textOf(container)).toContain(old)
    expect(textOf(container.querySelector(".ladder"))).not.toContain("could get it")
  })

  it("holds for ten minutes: then it says so, and its steps say nothing of it any more", async () => {
    const check = { ready: sampleLadderCheck, params }
    const { container: before } = await show({ check, now: "2026-11-20T20:04:59Z" })
    expect(textOf(before.querySelector(".ladder"))).toContain("could get it")
    const { container } = await show({ check, now: "2026-11-20T20:05:00Z" })
    expect(textOf(container)).toContain("This check was made more than 10 minutes ago")
    expect(textOf(container.querySelector(".ladder"))).not.toContain("could get it")
    expect(await accessibilityFaults()).toEqual([])
    const { container: silent } = await show({ check: "loading", now: "2026-11-20T20:05:00Z" })
    expect(textOf(silent)).not.toContain("10 minutes")
  })

  it("is not that of another multi-campaign", async () => {
    const check = { ready: sampleLadderCheck, params: { ...params, hashedId: "o".repeat(22) } }
    const { container } = await show({ check })
    expect(textOf(container)).not.toContain("on the list could get")
  })

  it("says in its place that it failed", async () => {
    const { container } = await show({ check: { failed: unreachable(), params } })
    expect(textOf(container)).toContain("Could not load")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("stands in the question of the launch, whose number is that of everyone on the list, since a cap of today may be over at its steps", async () => {
    const output = { people: 2_500, details: { ...sampleLadderCheck, people: 2_500, reached: 2_400 } }
    const counted = { type: "xstate.done.actor.count", output, actorId: "count" }
    const snapshot = at([{ type: "launch.pressed", multiCampaign: draftLadderDetail }])
    await show({ snapshot, answers: [counted] })
    const dialog = textOf(document.querySelector(".bp6-dialog"))
    expect(dialog).toContain("2,500 people go through “")
    expect(dialog).toContain("2,400 of them could get a step now")
    expect(dialog).toContain("Step 2, call: 98 could get it, 2,402 left out")
    expect(dialog).toContain("At most 180 texts (192 segments) and 98 calls.")
    expect(dialog).toContain("Type the number of people, 2,500, to confirm")
  })
})
