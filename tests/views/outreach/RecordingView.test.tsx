import { describe, expect, it } from "vitest"
import { recordingMachine, type RecordingEvent } from "#machines/outreach/recording.machine.ts"
import type { HeardRecording } from "#schemas/outreach/callRecording.ts"
import { problem } from "#schemas/problem.ts"
import { RecordingView } from "#views/outreach/RecordingView.tsx"
import { after } from "#tests/paths/paths.ts"
import { sampleRecording } from "#tests/support/outreachSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

const search = { tab: "recipients", recording: sampleRecording.recordingId }
const fetched = (output: HeardRecording) => ({ type: "xstate.done.actor.fetch", output })
const refused = (error: unknown) => ({ type: "xstate.error.actor.fetch", error })

const show = async (...events: ReadonlyArray<{ readonly type: string }>) => {
  const { sent, send } = recorder<RecordingEvent>()
  const snapshot = after(recordingMachine, events, { search }) as never
  await render(<RecordingView page={{ snapshot, send }} url={pageUrl(search).url} />)
  return sent
}
const page = () => textOf(document.body)
const player = () => document.querySelector("audio")

describe("a recording", () => {
  it("is played with who made it, when, how long it is and until when it is kept, and takes the focus", async () => {
    await show(fetched({ detail: sampleRecording, address: "blob:sound" }))
    expect(textOf(document.activeElement)).toBe("Recording of Maria Lopez")
    expect(player()?.getAttribute("src")).toBe("blob:sound")
    // A patient's voice is heard by who asks for it, not by the office.
    expect(player()?.autoplay).toBe(false)
    for (const text of ["Flu shot calls", "7 seconds", "Kept until", "Feb 18, 2027"]) expect(page()).toContain(text)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("that is removed says since when, and has no player", async () => {
    await show(fetched({ detail: { ...sampleRecording, isRemoved: true }, address: null }))
    expect(page()).toContain("It was kept until")
    expect([page().includes("Kept until"), player()]).toEqual([false, null])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("that the carrier lost says so", async () => {
    await show(fetched({ detail: sampleRecording, address: null }))
    expect(page()).toContain("The carrier no longer has this recording.")
    expect(player()).toBeNull()
  })

  it("that cannot be fetched now says why and is asked for again", async () => {
    const sentence = "The carrier could not be asked for this recording. Try again."
    const sent = await show(refused(problem("Unavailable", sentence)))
    expect(page()).toContain(sentence)
    expect(await accessibilityFaults()).toEqual([])
    await press("Retry")
    expect(sent).toEqual([{ type: "retry.pressed" }])
  })
})
