import "#views/outreach/outreach.css"
import "#views/language/language.css"
import { describe, expect, it } from "vitest"
import {
  translationFilesMachine,
  type TranslationFilesEvent,
  type TranslationFilesSnapshot,
} from "#machines/language/translationFiles.machine.ts"
import type { Languages } from "#schemas/language/translation.ts"
import { TranslationFilesView } from "#views/language/TranslationFilesView.tsx"
import { noColumns, translationFilesWalk } from "#tests/machines/language/translationFiles.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"
import {
  doneTranslationFile,
  idleTranslationFile,
  sampleLanguages,
  sampleTranslationFile,
} from "#tests/support/translationSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const show = async (snapshot: TranslationFilesSnapshot, { languages = sampleLanguages, accessIds = [16, 17] } = {}) => {
  const { sent, send } = recorder<TranslationFilesEvent>()
  const { container } = await render(
    <TranslationFilesView
      page={{ snapshot, send }}
      url={pageUrl({ files: "" }).url}
      rights={{ userType: 2, accessIds }}
      languages={seenReading<Languages>({ ready: languages })}
      file={undefined}
    />,
  )
  return { sent, text: () => textOf(container), container }
}
const chosen = { type: "file.chosen", file: { name: "es.xlf" } }
const afterAll = (...happened: ReadonlyArray<{ readonly type: string }>) =>
  after(translationFilesMachine, happened, translationFilesWalk.input) as unknown as TranslationFilesSnapshot
const checked = (output: object) => afterAll(chosen, { type: "xstate.done.actor.check", output } as { type: string })

describe("texts as files", () => {
  it.each(
    pathsOf(translationFilesMachine, translationFilesWalk).places.map((place) => [titleOf(place), place] as const),
  )("keep their promise and are accessible in %s", async (_, { snapshot }) => {
    await show(snapshot as unknown as TranslationFilesSnapshot)
    expect(brokenPromises(snapshot as unknown as TranslationFilesSnapshot)).toEqual([])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("are exported in the first language until another is chosen, by who may take files", async () => {
    const { sent, container } = await show(afterAll())
    const [language] = container.querySelectorAll("select")
    expect([...(language?.options ?? [])].map(({ text }) => text)).toEqual(["Spanish", "Arabic"])
    await press("Save file")
    language!.value = "ar"
    language!.dispatchEvent(new Event("change", { bubbles: true }))
    expect(sent).toEqual([
      { type: "export.pressed", request: { language: "es", texts: "open", fileType: "xliff" } },
      { type: "choice.changed", choice: { language: "ar", texts: "open", fileType: "xliff" } },
    ])
    const other = await show(afterAll(), { accessIds: [16] })
    expect(other.text()).toContain("You need the right to publish, launch, delete and export")
  })

  it("are not exported where the company has one language", async () => {
    const { text } = await show(afterAll(), { languages: { from: "en", service: null, languages: [] } })
    expect(text()).toContain("no other language")
  })

  it("say of each text what it would do and why it is refused, and are imported by one press", async () => {
    const { sent, text } = await show(checked(sampleTranslationFile))
    expect(text()).toContain("1 translation to import, 1 the same as here, 1 not translated, 1 refused.")
    expect(text()).toContain("{{ firstName }} is missing.")
    await press("Import 1 translation")
    expect(sent).toEqual([{ type: "import.pressed" }])
  })

  it("say what became of each, and that a person has to read them over", async () => {
    const { text } = await show({
      ...afterAll(
        chosen,
        { type: "xstate.done.actor.check", output: sampleTranslationFile } as { type: string },
        { type: "import.pressed" },
        { type: "xstate.done.actor.import", output: doneTranslationFile } as { type: string },
      ),
    } as TranslationFilesSnapshot)
    expect(text()).toContain("1 translation imported")
    expect(text()).toContain("No one gets them before a person has read them over.")
  })

  it("offer no import of a file that changes nothing, and say why one could not be read", async () => {
    expect((await show(checked(idleTranslationFile))).text()).toContain("There is nothing to import.")
    const error = { type: "xstate.error.actor.check", error: noColumns } as { type: string }
    expect((await show(afterAll(chosen, error))).text()).toContain(
      "The file has no column “Id”.Correct the file and choose it again. Nothing was changed.",
    )
  })
})
