import "#views/outreach/outreach.css"
import "#views/outreach/callFlows.css"
import { describe, expect, it } from "vitest"
import type { CallEvent } from "#machines/lifecycles/calls/callFlow.chart.ts"
import { callFlowsMachine, type CallFlowsEvent, type CallFlowsSnapshot } from "#machines/outreach/callFlows.machine.ts"
import type { Ivr, IvrSummary, IvrVersions } from "#schemas/outreach/ivr.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { CallTrialPart } from "#views/outreach/CallTrialPart.tsx"
import { CallFlowsView } from "#views/outreach/CallFlowsView.tsx"
import { callFlowsWalk, seenDraftFlow } from "#tests/machines/outreach/callFlows.walk.ts"
import { refusedTemplate } from "#tests/machines/outreach/templates.walk.ts"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { callFlowVersions, draftCallFlow, sampleCallFlow, sampleNumbers } from "#tests/support/callFlowSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, buttonNamed, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const admin = { userType: 2 as const, accessIds: [2, 3, 5, 17] }
const reader = { userType: 3 as const, accessIds: [2] }
const { places } = pathsOf(callFlowsMachine, callFlowsWalk)

type Shown = {
  readonly snapshot?: CallFlowsSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly flows?: Parameters<typeof seenReading<ReadonlyArray<IvrSummary>>>[0]
  readonly flow?: Parameters<typeof seenReading<Ivr>>[0]
  readonly tried?: ReadonlyArray<CallEvent>
  readonly rights?: typeof admin | typeof reader
  readonly numbers?: Parameters<typeof seenReading<ReadonlyArray<Sender>>>[0]
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const search = shown.search ?? {}
  const tried = (shown.tried ?? []).map((event) => ({ type: "call.happened", event }))
  const { sent, send } = recorder<CallFlowsEvent>()
  const snapshot = shown.snapshot ?? (after(callFlowsMachine, tried, { search }) as unknown as CallFlowsSnapshot)
  const address = pageUrl(search)
  const rendered = await render(
    <CallFlowsView
      purpose="What new ones are for"
      page={{ snapshot, send }}
      url={address.url}
      rights={shown.rights ?? admin}
      flows={seenReading<ReadonlyArray<IvrSummary>>(shown.flows ?? { ready: [sampleCallFlow, draftCallFlow] })}
      flow={seenReading<Ivr>(shown.flow ?? (search["id"] === undefined ? "idle" : { ready: sampleCallFlow }))}
      versions={seenReading<IvrVersions>({ ready: callFlowVersions })}
      numbers={seenReading<ReadonlyArray<Sender>>(shown.numbers ?? { ready: sampleNumbers })}
      command={seenCommand(snapshot, () => undefined)}
      response={<p>The layout of its file</p>}
      trial={(flow) => (
        <CallTrialPart
          page={{ snapshot, send }}
          rights={shown.rights ?? admin}
          shown={flow}
          form={snapshot.matches({ keeping: "naming" }) ? seenForm({ ...snapshot.context.kept }) : undefined}
        />
      )}
    />,
    { dark: shown.dark ?? false },
  )
  return { ...rendered, ...address, sent }
}
const opened = { id: sampleCallFlow.hashedId }
const lines = (root: Element, selector: string) => [...root.querySelectorAll(selector)].map(textOf)

describe("the page of call flows", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as CallFlowsSnapshot
      await show({ snapshot, search: snapshot.context.search, flow: { ready: draftCallFlow } })
      expect(brokenPromises(place.snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("lists name, state, purpose, steps, version and time, each leading to its page", async () => {
    const { container } = await show()
    expect(lines(container, "thead th").map((head) => head.replace(/ ?[↕↑↓]/, ""))).toEqual([
      ...["Name", "State", "Purpose", "Steps", "Version", "Updated"],
    ])
    expect(textOf(container.querySelector("tbody tr"))).toContain("Flu shot callPublished, new draftReminder82Nov 18")
    expect(container.querySelector(`a[href="?id=${sampleCallFlow.hashedId}"]`)).not.toBeNull()
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("says why the list is empty and what to do, in the %s", async (_, dark) => {
    const { container, went } = await show({ flows: { ready: [] }, dark })
    expect(textOf(container)).toContain("No call flows yet")
    await press("New call flow", container.querySelector(".empty-state") ?? container)
    expect(went).toEqual([{ new: "", id: null, tab: null }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offers all call flows where a search finds none", async () => {
    const { changed } = await show({ flows: { ready: [] }, search: { search: "fluu" } })
    await press("Show all call flows")
    expect(changed).toEqual([{ search: null, state: null }])
  })

  it("says that the list could not be read", async () => {
    const { container } = await show({ flows: { failed: unreachable() } })
    expect(textOf(container)).toContain("Could not load")
  })

  it("tells someone who may only read why nothing can be done", async () => {
    const { container } = await show({ rights: reader, search: opened })
    const offered = lines(container, ".thing-head button, .thing-head a")
    expect(offered).not.toContain("Publish")
    expect(offered).not.toContain("Edit")
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("shows outline, chart, checks and ways of a call flow, in the %s", async (_, dark) => {
    const { container } = await show({ search: opened, dark })
    expect(lines(container, ".call-outline .call-step-head")[1]).toBe("2MenuMain menu4 keys")
    expect(lines(container, ".call-ways li")).toEqual([
      "Key 1, then 3. Booking desk",
      "Key 2, then 4. Call-back request",
      "Key 3, then 5. Opening hours",
      "Key 9, then 6. Stop calls",
      "No key, or another one, after it was asked 3 times, then 8. Hang up",
    ])
    expect(lines(container, ".call-box .call-name")).toHaveLength(8)
    expect(textOf(container)).toContain("The steps hold.")
    expect(lines(container, ".call-paths li").at(-2)).toBe(
      "1. Greeting 2. Main menu key 96. Stop calls 8. Hang up We hang up",
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("names what keeps a draft from being published, and marks the step in the chart", async () => {
    const { container } = await show({ search: { id: draftCallFlow.hashedId }, flow: { ready: draftCallFlow } })
    expect(lines(container, ".checks-problem")).toEqual([
      "Choose what follows key 1 of “Main menu”. The call would end in silence.",
      "No key of “Main menu” leads to a step that stops the calls. Add one, for example key 9.",
    ])
    expect(lines(container, ".call-box-faulty .call-name")).toEqual(["Main menu"])
    expect(lines(container, ".call-paths strong")).toContain("Ends in silence")
    expect(lines(container, ".thing-head button")).not.toContain("Publish")
  })

  it("shows the caller ID, and waits with publishing for one that cannot call", async () => {
    const withCallerId = (callerId: string): Ivr => ({ ...sampleCallFlow, flow: { ...sampleCallFlow.flow, callerId } })
    const good = await show({ search: opened, flow: { ready: withCallerId("+14155550104") } })
    expect(lines(good.container, "dt, dd").join()).toContain("Caller ID,(415) 555-0104")
    expect(lines(good.container, ".checks-ok")).toContain("The caller ID is a number that calls")
    expect(lines(good.container, ".thing-head button")).toContain("Publish")
    const gone = await show({ search: opened, flow: { ready: withCallerId("+14155550199") } })
    expect(lines(gone.container, ".checks-problem")).toEqual([
      "The caller ID +14155550199 is no number of the company any more. Choose another one, or leave it to each campaign.",
    ])
    expect(lines(gone.container, ".thing-head button")).not.toContain("Publish")
    const unread = await show({
      ...{ search: opened, flow: { ready: withCallerId("+14155550199") }, numbers: { failed: unreachable() } },
    })
    expect(lines(unread.container, ".checks-problem")).toEqual([])
    const none = await show({ search: opened })
    expect(lines(none.container, "dt, dd").join()).toContain("Caller ID,Chosen in each campaign")
    expect(lines(none.container, ".checks-ok")).not.toContain("The caller ID is a number that calls")
  })

  it("leads to a new campaign with it once it is published, and says why not before", async () => {
    const target = (flow: Ivr) => `a[href="/campaign?new=&template=${flow.hashedId}"]`
    const { container } = await show({ search: opened })
    expect(textOf(container.querySelector(target(sampleCallFlow)))).toBe("Use in campaign")
    const draft = await show({ search: { id: draftCallFlow.hashedId }, flow: { ready: draftCallFlow } })
    expect(draft.container.querySelector(target(draftCallFlow))).toBeNull()
    expect(lines(draft.container, ".menu-reasons li")).toContain(
      "Use in campaign Publish it first: campaigns use published call flows.",
    )
  })

  it("keeps why publishing was refused, with the way to put it right", async () => {
    const output = { verb: "publish", subject: draftCallFlow, outcome: "refused", problem: refusedTemplate } as const
    const refused = after(
      callFlowsMachine,
      [{ type: "publish.pressed", flow: draftCallFlow }, commandEnded({ ...output, seen: seenDraftFlow })],
      callFlowsWalk.input,
    ) as unknown as CallFlowsSnapshot
    const search = { id: draftCallFlow.hashedId }
    const { container } = await show({ snapshot: refused, search, flow: { ready: draftCallFlow } })
    expect(textOf(container.querySelector(".notice-danger"))).toContain("Unable to publish call flow")
    expect(textOf(container.querySelector(".notice-danger"))).toContain("Edit the call flow, then publish it again.")
  })

  it("compares each version with the one before it, step by step", async () => {
    const { container } = await show({ search: { ...opened, tab: "versions" } })
    const newest = container.querySelector(".history li")
    expect(textOf(newest)).toContain("Changed: version 2")
    expect([...(newest?.querySelectorAll("ins, del") ?? [])].map(textOf)).toEqual(["removed: 30", "added: 45"])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("tries a call: who answers, what is said as one person would hear it, which keys do something", async () => {
    const { sent, container } = await show({ search: { ...opened, tab: "try" } })
    const keys = [...container.querySelectorAll(".call-keypad button")]
    expect(keys).toHaveLength(12)
    expect(new Set(keys.map(reasonOf))).toEqual(
      new Set(["No key is heard here. A call hears keys once it is at a menu."]),
    )
    expect(reasonOf(buttonNamed("Start again", container))).toBe("The call is at its beginning.")
    expect(await accessibilityFaults()).toEqual([])
    await press("Press 1")
    await press("Start again")
    await press("A person answers")
    expect(sent).toMatchObject([{ type: "call.happened", event: { type: "PersonAnswered" } }])

    const inMenu = await show({
      search: { ...opened, tab: "try" },
      tried: [{ type: "PersonAnswered" }, { type: "StepFinished" }, { type: "KeyPressed", key: "5" }],
    })
    const said = lines(inMenu.container, ".call-transcript li")
    expect(said).toContain("1. Greeting (Say)Hello Maria.")
    expect(said.at(-1)).toContain("That key does nothing here.")
    expect(lines(inMenu.container, ".call-box-current .call-name")).toEqual(["Main menu"])
    expect(reasonOf(buttonNamed("Press 9", inMenu.container))).toBe("")
    await press("Press 9", inMenu.container)
    await press("No key", inMenu.container)
    await press("Start again", inMenu.container)
    expect(inMenu.sent).toMatchObject([
      { type: "call.happened", event: { type: "KeyPressed", key: "9" } },
      { type: "call.happened", event: { type: "NoKeyPressed" } },
      { type: "call.restarted" },
    ])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says how a tried call ended, and offers no more keys", async () => {
    const { container } = await show({
      search: { ...opened, tab: "try" },
      tried: [{ type: "MachineAnswered" }, { type: "StepFinished" }],
    })
    expect(lines(container, ".call-transcript li").at(-1)).toBe("The message is left")
    expect(container.querySelector(".call-keypad")).toBeNull()
  })

  it("has the layout of its response file on a tab, which has the main button then", async () => {
    const { container } = await show({ search: { ...opened, tab: "response" }, flow: { ready: draftCallFlow } })
    expect(textOf(container)).toContain("The layout of its file")
    expect(container.querySelectorAll(".bp6-intent-primary")).toHaveLength(0)
  })
})
