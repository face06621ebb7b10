import { Button } from "@blueprintjs/core"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { useWords } from "#views/parts/Words.tsx"

/** Says which company a Super Admin works for, on every page, with the way back; nothing while it is their own company. */
export const ActingStrip = ({ person, onEnd }: { readonly person: SignedInPerson; readonly onEnd: () => void }) => {
  const words = useWords()
  const { actingCompany } = person
  // A person from before an update of the program knows of none.
  if (actingCompany === null || actingCompany === undefined) return null
  return (
    <aside className="acting-band" aria-label={words("acting.text", { name: actingCompany.name })}>
      <p>{words("acting.text", { name: actingCompany.name })}</p>
      <Button size="small" text={words("acting.end", { name: person.companyName })} onClick={onEnd} />
    </aside>
  )
}
