import "#views/scheduling/appointments.css"
import "#views/scheduling/waitlist.css"
import { describe, expect, it } from "vitest"
import { waitlistMachine, type WaitlistEvent, type WaitlistSnapshot } from "#machines/scheduling/waitlist.machine.ts"
import type { FormSnapshot } from "#machines/session/form.machine.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { LocationGroupCount } from "#schemas/scheduling/location.ts"
import type { OfferRound, Waitlist } from "#schemas/scheduling/waitlist.ts"
import { Now } from "#views/parts/Time.tsx"
import { WaitlistView } from "#views/scheduling/WaitlistView.tsx"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { waitlistWalk } from "#tests/machines/scheduling/waitlist.walk.ts"
import { problem } from "#schemas/problem.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { midtownDays } from "#tests/support/appointmentSamples.ts"
import { samplePatient } from "#tests/support/bookingSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"
import { northGroup, openOffer, sampleLog, sampleRound, sampleWaitlist } from "#tests/support/waitlistSamples.ts"

const { places } = pathsOf(waitlistMachine, waitlistWalk)

type Shown = {
  readonly snapshot?: WaitlistSnapshot
  readonly events?: ReadonlyArray<WaitlistEvent | ReturnType<typeof commandEnded>>
  readonly isAlone?: boolean
  readonly found?: Waitlist
  readonly log?: ReadonlyArray<OfferRound>
  readonly dark?: boolean
}
const show = async ({ isAlone = true, ...shown }: Shown = {}) => {
  const snapshot =
    shown.snapshot ??
    (after(waitlistMachine, shown.events ?? [], { search: { view: "waitlist" } }) as unknown as WaitlistSnapshot)
  const { sent, send } = recorder<WaitlistEvent>()
  const child = snapshot.children["form"]
  const rendered = await render(
    <Now value={Date.parse(openOffer.offeredAt) + 3 * 60_000}>
      <WaitlistView
        page={{ snapshot, send }}
        url={pageUrl({}).url}
        waitlist={seenReading<Waitlist>({ ready: shown.found ?? sampleWaitlist })}
        log={seenReading<ReadonlyArray<OfferRound>>({ ready: shown.log ?? sampleLog })}
        groups={seenReading<ReadonlyArray<LocationGroupCount>>({ ready: northGroup })}
        patients={seenReading<ReadonlyArray<Patient>>(
          snapshot.context.searched === "" ? "idle" : { ready: [samplePatient] },
        )}
        form={
          child === undefined ? undefined : { snapshot: child.getSnapshot() as FormSnapshot, send: () => undefined }
        }
        command={undefined}
        places={[midtownDays]}
        isAlone={isAlone}
      />
    </Now>,
    { dark: shown.dark ?? false, zone: "America/New_York" },
  )
  return { ...rendered, sent }
}

describe("the waitlist", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))("is accessible in %s", async (_, place) => {
    await show({ snapshot: place.snapshot as unknown as WaitlistSnapshot })
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows who was asked, who has the seat with the time left, and who is next and when", async () => {
    const { container } = await show({ isAlone: false })
    const round = container.querySelector(".waitlist-round")
    expect(textOf(round?.querySelector("h3") ?? null)).toBe("Midtown, Fri, Nov 20, 2:30 PM")
    expect([...(round?.querySelectorAll("li") ?? [])].map((one) => textOf(one.querySelector("span")))).toEqual([
      "Ken Ito no answer by 10:39 AM",
      "Maria Santos asked 10:39 AM, texted 10:39 AM",
      "Dorothy Hayes at 10:54 AM, if no answer",
    ])
    expect(textOf(container.querySelector(".waitlist-left"))).toBe("12 minutes left")
  })

  it("says why the others are not asked, numbered after those of the round", async () => {
    const { container } = await show({ isAlone: false })
    const list = container.querySelector<HTMLOListElement>(".waitlist-entries")
    expect(list?.start).toBe(4)
    expect([...container.querySelectorAll(".waitlist-why")].map(textOf)).toEqual([
      "mornings only",
      "in quiet hours until 8:00 AM",
    ])
  })

  it("names what each person waits for, and offers to change it where there is room", async () => {
    const { container, sent } = await show()
    expect(textOf(container.querySelectorAll(".waitlist-entries li")[3] ?? null)).toContain(
      "Any location, Mon Wed, mornings",
    )
    await press("Take off Omar Farouk")
    await press("Offer to 3 now")
    await press("Stop")
    await press("Maria Santos says yes")
    expect(sent.map(({ type }) => type)).toEqual(["remove.pressed", "next.pressed", "stop.pressed", "accept.pressed"])
  })

  it("logs what was offered, who said what, and how long it took", async () => {
    const { container } = await show()
    const rows = [...container.querySelectorAll(".offer-log li")].map(textOf)
    expect(rows[0]).toContain("being offered")
    expect(rows[1]).toContain("filled in 9 minutes")
    expect(rows[1]).toContain("Beth Coleman said yes 10:32 AM")
  })

  it("says that no one waits, and that nothing was offered", async () => {
    const { container } = await show({ found: { entries: [], rounds: [], offersByText: false }, log: [] })
    expect(textOf(container)).toContain("No one waits")
    expect(textOf(container.querySelector(".notice"))).toMatch(
      /no time is offered by itself.+Choose which texts go out$/,
    )
    expect(textOf(container)).toContain("Nothing was offered yet")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("keeps the reason of what was refused", async () => {
    const refused = problem("NotAllowedNow", "No one else on the waitlist fits this time now. Look at the reasons.")
    const { container } = await show({
      dark: true,
      events: [
        { type: "next.pressed", round: sampleRound },
        commandEnded({ verb: "next", subject: sampleRound, outcome: "refused", problem: refused }),
      ],
    })
    expect(textOf(container)).toContain("No one else on the waitlist fits this time now.")
    expect(await accessibilityFaults()).toEqual([])
  })
})
