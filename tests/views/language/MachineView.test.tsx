import "#views/outreach/outreach.css"
import "#views/language/language.css"
import { describe, expect, it } from "vitest"
import {
  machineTranslationMachine,
  type MachineTranslationEvent,
  type MachineTranslationSnapshot,
} from "#machines/language/machineTranslation.machine.ts"
import type { Languages } from "#schemas/language/translation.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { MachineView } from "#views/language/MachineView.tsx"
import { machineTranslationWalk } from "#tests/machines/language/machineTranslation.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"
import { lastMachine, sampleLanguages, sampleMachine } from "#tests/support/translationSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const show = async (snapshot: MachineTranslationSnapshot, { languages = sampleLanguages, accessIds = [16] } = {}) => {
  const { sent, send } = recorder<MachineTranslationEvent>()
  const { container } = await render(
    <MachineView
      page={{ snapshot, send }}
      url={pageUrl({ machine: "" }).url}
      rights={{ userType: 2, accessIds }}
      languages={seenReading<Languages>({ ready: languages })}
    />,
  )
  return { sent, text: textOf(container), container }
}
const start = { type: "start.pressed", language: "es" }
const done = (output: object) => ({ type: "xstate.done.actor.translate", output })
const afterAll = (...happened: ReadonlyArray<{ readonly type: string }>) =>
  after(machineTranslationMachine, happened, machineTranslationWalk.input) as unknown as MachineTranslationSnapshot

describe("what is missing, translated by machine", () => {
  it.each(
    pathsOf(machineTranslationMachine, machineTranslationWalk).places.map((place) => [titleOf(place), place] as const),
  )("keeps its promise and is accessible in %s", async (_, { snapshot }) => {
    await show(snapshot as unknown as MachineTranslationSnapshot)
    expect(brokenPromises(snapshot as unknown as MachineTranslationSnapshot)).toEqual([])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("begins with the first language until another is chosen, and names the service", async () => {
    const { sent, text } = await show(afterAll())
    expect(text).toContain("DeepL drafts texts and call flows that have no translation yet.")
    await press("Start translating")
    expect(sent).toEqual([{ type: "start.pressed", language: "es" }])
    const other = await show(afterAll({ type: "language.changed", language: "ar" } as { type: string }))
    await press("Start translating")
    expect(other.sent).toEqual([{ type: "start.pressed", language: "ar" }])
  })

  it("says how far it is, what was refused and why, and leads to each text", async () => {
    const { sent, text, container } = await show(afterAll(start, done(sampleMachine)))
    expect(text).toContain("Translating… 1 translated, 1 not translated, 12 to go.")
    expect(text).toContain("DeepL changed a part of the text that must stay: {{ firstName }}.")
    expect(container.querySelector("td a")?.getAttribute("href")).toMatch(/id=.*language=es/)
    await press("Stop")
    expect(sent).toEqual([{ type: "stop.pressed" }])
    expect((await show(afterAll(start, done(sampleMachine), done(lastMachine)))).text).toContain(
      "2 translated, 1 not translated.",
    )
    expect((await show(afterAll(start, done({ ...lastMachine, rows: [] })))).text).toContain(
      "Nothing is missing in Spanish.",
    )
  })

  it("says why it stopped and keeps what came before; it stops by itself after the texts under way", async () => {
    const failed = { type: "xstate.error.actor.translate", error: unreachable() }
    const { text, sent } = await show(afterAll(start, done(sampleMachine), failed))
    expect(text).toContain("The service stopped translating")
    expect(text).toContain("Stopped. 1 translated, 1 not translated, 12 to go.")
    await press("Continue")
    expect(sent).toEqual([{ type: "goOn.pressed" }])
    expect((await show(afterAll(start, { type: "stop.pressed" }))).text).toContain("Stopping…")
    expect((await show(afterAll(start, { type: "stop.pressed" }, done(sampleMachine)))).text).toContain("Stopped.")
  })

  it("is not offered without a service, another language, or the right", async () => {
    expect((await show(afterAll(), { languages: { ...sampleLanguages, service: null } })).text).toContain(
      "No translation service is set up. Ask the person who runs this program.",
    )
    expect((await show(afterAll(), { languages: { ...sampleLanguages, languages: [] } })).text).toContain(
      "no other language",
    )
    expect((await show(afterAll(), { accessIds: [1] })).text).toContain("You need the right to translate texts")
  })
})
