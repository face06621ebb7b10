import { createContext, useContext } from "react"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { session } from "./session.ts"

/** Who is signed in, for everything inside the layout. */
export const PersonContext = createContext<SignedInPerson | null>(null)

/** The signed-in person and their rights; only inside the layout. */
export const usePerson = (): SignedInPerson => {
  const person = useContext(PersonContext)
  if (person === null) throw new Error("Only pages inside the layout know a person.")
  return person
}

/** The zone of the signed-in person's company, by IANA name. */
export const companyZone = (): string => session.getSnapshot().context.person?.companyZone ?? "UTC"

/** The company that saved things belong to: the signed-in person's. */
export const actingCompanyId = (): number => session.getSnapshot().context.person?.companyId ?? 0
