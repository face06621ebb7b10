import { locationWords } from "#schemas/scheduling/locationWords.ts"
import { addressWords } from "#schemas/session/addressWords.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { LocationEditorPage } from "./LocationEditorPage.tsx"
import { LocationsPage } from "./LocationsPage.tsx"

addWords(addressWords, locationWords)

/** `/location`: the locations, or the editor when the address asks for it. */
export const LocationPage = () => {
  const { search } = usePageUrl()
  if (search["new"] === undefined && search["edit"] === undefined) return <LocationsPage />
  return (
    <HeadingSlot value={focusOnMount}>
      <LocationEditorPage key={search["edit"] ?? "new"} />
    </HeadingSlot>
  )
}
