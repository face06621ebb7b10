import type { PaletteEvent, PaletteSnapshot } from "#machines/session/palette.machine.ts"
import { hrefOf, placesFor } from "#schemas/routes.ts"
import type { Rights } from "#schemas/access.ts"
import { deedsFor } from "#schemas/session/deeds.ts"
import { keys } from "#schemas/session/keys.ts"
import { searchedKinds, thingKinds, type FoundThing } from "#schemas/session/palette.ts"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { useSaid } from "#views/parts/Said.tsx"
import type { useWords } from "#views/parts/Words.tsx"

type Words = ReturnType<typeof useWords>
type Said = ReturnType<typeof useSaid>

/** What choosing an option does: the palette hears of it, or the list of shortcuts opens. */
export type Choice = PaletteEvent | { readonly type: "shortcuts.pressed" }

export type Option = {
  readonly id: string
  readonly mark: "place" | "deed" | "keys" | "find" | FoundThing["kind"]
  readonly name: string
  readonly note: string
  /** The keys that do the same. */
  readonly keys: ReadonlyArray<string>
  readonly choice: Choice
}

export type OptionGroup = { readonly id: string; readonly title: string; readonly options: ReadonlyArray<Option> }

/** What the options are made of. */
export type PaletteProps = {
  readonly snapshot: PaletteSnapshot
  readonly rights: Rights
  readonly things: SeenReading<ReadonlyArray<FoundThing>>
  readonly patients: SeenReading<ReadonlyArray<FoundThing>>
}

const bears = (text: string) => {
  const parts = text.toLocaleLowerCase().split(/\s+/)
  return (...names: ReadonlyArray<string>): boolean => {
    const name = names.join(" ").toLocaleLowerCase()
    return parts.every((part) => name.includes(part))
  }
}

const placeOptions = (rights: Rights, words: Words, said: Said): ReadonlyArray<Option> =>
  placesFor(rights).map((place) => ({
    id: `place-${place.letter}`,
    mark: "place",
    name: place.word === undefined ? said(place.label ?? place.path) : words(place.word),
    note: said(place.group ?? ""),
    keys: [keys.go, place.letter],
    choice: { type: "address.chosen", href: hrefOf(place) },
  }))

const deedOptions = (rights: Rights, words: Words): ReadonlyArray<Option> => [
  ...deedsFor(rights).map(({ word, path, search }): Option => ({
    id: `deed-${word.replace(".", "-")}`,
    mark: "deed",
    name: words(word),
    note: "",
    keys: [],
    choice: { type: "address.chosen", href: path + search },
  })),
  {
    id: "deed-shortcuts",
    mark: "keys",
    name: words("palette.shortcuts"),
    note: "",
    keys: [keys.list],
    choice: { type: "shortcuts.pressed" },
  },
]

const thingOption =
  (words: Words, where = "") =>
  (thing: FoundThing): Option => {
    const { kind, id, name, note } = thing
    const said =
      "word" in note ? words(note.word) : "people" in note ? words("palette.people", { count: note.people }) : note.text
    return {
      id: `${where}${kind}-${id}`,
      mark: kind,
      name,
      note: said,
      keys: [],
      choice: { type: "thing.chosen", thing },
    }
  }

const findPatient = (rights: Rights, typed: string, words: Words): OptionGroup => ({
  id: "find",
  title: words("palette.group.patient"),
  options: searchedKinds(rights).patient
    ? [
        {
          id: "find-patient",
          mark: "find",
          name: typed === "" ? words("palette.patients") : words("palette.patients.named", { text: typed }),
          note: "",
          keys: [],
          choice: { type: "patients.pressed" },
        },
      ]
    : [],
})

const thingGroups = (things: ReadonlyArray<FoundThing>, words: Words): ReadonlyArray<OptionGroup> =>
  thingKinds.map((kind) => ({
    id: kind,
    title: words(`palette.group.${kind}`),
    options: things.filter((thing) => thing.kind === kind).map(thingOption(words)),
  }))

/**
 * What the palette offers now, in groups: with nothing typed what was opened last and everything there is to do;
 * with a text what bears it. Things found by an older text stay until the new answer comes, where they bear it too.
 */
export const optionGroups = (
  { snapshot, rights, things, patients }: PaletteProps,
  words: Words,
  said: Said,
): ReadonlyArray<OptionGroup> => {
  const { typed: raw, recent } = snapshot.context
  const typed = raw.trim()
  const isNamed = bears(typed)
  const data = (reading: PaletteProps["things"]) => (typed === "" ? [] : (reading.snapshot.context.data ?? []))
  const groups = snapshot.matches({ open: "patients" })
    ? thingGroups(data(patients), words)
    : [
        {
          id: "recent",
          title: words("palette.group.recent"),
          options: typed === "" ? recent.map(thingOption(words, "recent-")) : [],
        },
        {
          id: "do",
          title: words("palette.group.do"),
          options: deedOptions(rights, words).filter(({ name }) => isNamed(name)),
        },
        ...thingGroups(
          data(things).filter(({ name }) => name.toLocaleLowerCase().includes(typed.toLocaleLowerCase())),
          words,
        ),
        {
          id: "places",
          title: words("palette.group.places"),
          options: placeOptions(rights, words, said).filter(({ name, note }) => isNamed(name, note)),
        },
        findPatient(rights, typed, words),
      ]
  return groups.filter(({ options }) => options.length > 0)
}
