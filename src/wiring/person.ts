import { createContext, useContext } from "react"
import { workingCompany, type SignedInPerson } from "#schemas/session/outcome.ts"
import { session } from "./session.ts"

/** Who is signed in, for everything inside the layout. */
export const PersonContext = createContext<SignedInPerson | null>(null)

/** The signed-in person and their rights; only inside the layout. */
export const usePerson = (): SignedInPerson => {
  const person = useContext(PersonContext)
  if (person === null) throw new Error("Only pages inside the layout know a person.")
  return person
}

const working = () => {
  const { person } = session.getSnapshot().context
  return person === null ? undefined : workingCompany(person)
}

/** The zone of the company the signed-in person works for, by IANA name. */
export const companyZone = (): string => working()?.timezone ?? "UTC"

/** The company that saved things belong to: the one the signed-in person works for. */
export const actingCompanyId = (): number => working()?.companyId ?? 0
