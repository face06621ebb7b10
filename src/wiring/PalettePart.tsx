import { useEffect, useSyncExternalStore } from "react"
import { useLocation } from "wouter"
import { findPatients, findThings } from "#effects/Finding.ts"
import { paletteMachine, type PaletteEvent } from "#machines/session/palette.machine.ts"
import { searchedKinds, type FoundThing } from "#schemas/session/palette.ts"
import { paletteWords } from "#schemas/session/paletteWords.ts"
import { Palette } from "#views/layout/Palette.tsx"
import { paletteDoor, shortcutListDoor } from "./doors.ts"
import { lookedFor } from "./lookedFor.ts"
import { addWords } from "./pageWords.ts"
import { usePerson } from "./person.ts"
import type { Tools } from "./tools.ts"
import { usePage, useReading } from "./usePage.ts"

addWords(paletteWords)

const noOne = { userType: 3, accessIds: [] } as const

const logic = ({ reading, person }: Tools) =>
  paletteMachine.provide({
    actors: {
      things: reading((searched: { readonly search: string }) =>
        findThings(searchedKinds(person() ?? noOne))(searched),
      ),
      patients: reading(findPatients),
    },
  })

type Things = ReadonlyArray<FoundThing>

/** The palette with its chart, which outlives each opening: it knows what was opened last. */
export const PalettePart = () => {
  const page = usePage(logic)
  const [, navigate] = useLocation()
  const asked = useSyncExternalStore(paletteDoor.subscribe, paletteDoor.read)
  const { send } = page
  useEffect(() => {
    if (paletteDoor.answer()) send({ type: "palette.opened" })
  }, [asked, send])
  const sendAndGo = (event: PaletteEvent): void => {
    send(event)
    if (event.type === "address.chosen") navigate(event.href)
    if (event.type !== "thing.chosen") return
    if (event.thing.lookedFor !== undefined) lookedFor.hand(event.thing.lookedFor)
    navigate(event.thing.href)
  }
  return (
    <Palette
      snapshot={page.snapshot}
      send={sendAndGo}
      rights={usePerson()}
      things={useReading<Things>(page.actor, "things")}
      patients={useReading<Things>(page.actor, "patients")}
      onShortcuts={shortcutListDoor.open}
    />
  )
}
