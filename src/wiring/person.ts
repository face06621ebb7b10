import { createContext, useContext } from "react"
import type { SignedInPerson } from "#schemas/session/outcome.ts"

/** Who is signed in, for everything inside the layout. */
export const PersonContext = createContext<SignedInPerson | null>(null)

/** The signed-in person and their rights; only inside the layout. */
export const usePerson = (): SignedInPerson => {
  const person = useContext(PersonContext)
  if (person === null) throw new Error("Only pages inside the layout know a person.")
  return person
}
