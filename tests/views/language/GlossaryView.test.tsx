import "#views/outreach/outreach.css"
import "#views/language/language.css"
import { describe, expect, it } from "vitest"
import { glossaryMachine, type GlossaryPageEvent, type GlossarySnapshot } from "#machines/language/glossary.machine.ts"
import { glossaryLimits, TermDraft, TermId, type SeenTerm, type TermValues } from "#schemas/language/glossary.ts"
import type { Languages } from "#schemas/language/translation.ts"
import { validatorOf } from "#schemas/validate.ts"
import { GlossaryView } from "#views/language/GlossaryView.tsx"
import { glossaryWalk, term } from "#tests/machines/language/glossary.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, reasonOf, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenForm, seenReading } from "#tests/support/seen.ts"
import { sampleLanguages, sampleTerms } from "#tests/support/translationSamples.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(glossaryMachine, glossaryWalk)
const afterAll = (...happened: ReadonlyArray<{ readonly type: string }>) =>
  after(glossaryMachine, happened, glossaryWalk.input) as unknown as GlossarySnapshot

type Shown = {
  readonly terms?: ReadonlyArray<SeenTerm>
  readonly accessIds?: ReadonlyArray<number>
  readonly written?: Partial<TermValues>
}

const show = async (snapshot: GlossarySnapshot, { terms = sampleTerms, accessIds = [16], written }: Shown = {}) => {
  const { sent, send } = recorder<GlossaryPageEvent>()
  const { values } = snapshot.context
  const { container } = await render(
    <GlossaryView
      page={{ snapshot, send }}
      url={pageUrl({ glossary: "" }).url}
      rights={{ userType: 2, accessIds }}
      terms={seenReading<ReadonlyArray<SeenTerm>>({ ready: terms })}
      languages={seenReading<Languages>({ ready: sampleLanguages })}
      form={
        snapshot.matches("writing")
          ? seenForm({ ...values, ...written }, [{ type: "submit.pressed" }], validatorOf(TermDraft))
          : undefined
      }
      command={seenCommand(snapshot)}
    />,
  )
  return { sent, container, text: () => textOf(container) }
}

describe("the glossary", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as GlossarySnapshot)
      expect(brokenPromises(snapshot as unknown as GlossarySnapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("lists what each term asks, in words of its language", async () => {
    const { container, sent } = await show(afterAll())
    const rows = [...container.querySelectorAll("tbody tr")].map(textOf)
    expect(rows[0]).toContain("inyección")
    expect(rows[0]).toContain("Is not usedSpanish")
    expect(rows[1]).toContain("Stays as it is")
    expect(rows[1]).toContain("Every language")
    expect(rows[2]).toContain("vacuna")
    expect([...container.querySelectorAll("tbody [lang=es]")].map(textOf)).toContain("vacuna")
    await press("Edit: inyección", container)
    await press("Remove: inyección", container)
    await press("Add a term", container)
    expect(sent).toEqual([{ type: "edit.pressed", term }, { type: "remove.pressed", term }, { type: "add.pressed" }])
  })

  it("asks of a term what its kind needs, and says what is missing", async () => {
    const writing = afterAll({ type: "add.pressed" })
    const name = await show(writing)
    expect(name.container.querySelector("#term-language, #term-saidAs")).toBeNull()
    expect(name.text()).toContain("Enter the word or words, in 1 to 120 characters.")
    const preferred = await show(writing, { written: { kind: "preferred", words: "shot" } })
    expect(preferred.text()).toContain("Choose the language.")
    expect(preferred.text()).toContain("Write how it is said.")
    const forbidden = await show(writing, { written: { kind: "forbidden", words: "…", language: "es" } })
    expect(forbidden.container.querySelector("#term-saidAs")).toBeNull()
    expect(forbidden.text()).toContain("Write a word: with a letter or a digit.")
  })

  it("says what it is for while it is empty, and shows itself to who may not change it", async () => {
    const { text } = await show(afterAll(), { terms: [] })
    expect(text()).toContain("No terms yet")
    expect(text()).toContain("Add a term")
    const other = await show(afterAll(), { accessIds: [1] })
    expect(other.text()).toContain("You need the right to translate texts")
    expect(other.container.querySelector("button[aria-label^=Edit]")).toBeNull()
  })

  it("takes no more than its most terms, and says so", async () => {
    const full = Array.from({ length: glossaryLimits.terms }, (_, place) => ({
      ...term,
      termId: TermId.make(place + 1),
    }))
    const { container, sent } = await show(afterAll(), { terms: full })
    const add = [...container.querySelectorAll("button")].find((button) => textOf(button) === "Add a term")
    expect(reasonOf(add ?? null)).toContain("at most 500 terms")
    add?.click()
    expect(sent).toEqual([])
  })
})
