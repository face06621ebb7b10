import { createContext, useContext } from "react"
import type { AnyStateMachine } from "xstate"
import { CompanyId, noneOf } from "#schemas/ids.ts"
import { workingCompany, type SignedInPerson } from "#schemas/session/outcome.ts"
import type { Operation } from "./operation.ts"
import { makeReadings } from "./reading.ts"

/** Makes a page's chart with its services. */
export type MakeChart<M extends AnyStateMachine> = (tools: Tools) => M

type Made = { readonly operation: Operation; readonly person: () => SignedInPerson | null }

/** What a page's chart is given its services by. */
export const makeTools = ({ operation, person }: Made) => {
  const working = () => {
    const present = person()
    return present === null ? undefined : workingCompany(present)
  }
  return {
    operation,
    ...makeReadings(operation),
    /** Who is signed in now. */
    person,
    /** The zone of the company the signed-in person works for, by IANA name. */
    companyZone: (): string => working()?.timezone ?? "UTC",
    /** The company that saved things belong to: the one the signed-in person works for. */
    actingCompanyId: (): CompanyId => working()?.companyId ?? noneOf(CompanyId),
  }
}

export type Tools = ReturnType<typeof makeTools>

/**
 * Each page's chart, made when the page is first shown and kept: what its calls
 * remember of an answer that was lost outlives the page.
 */
export const makeCharts = (tools: Tools) => {
  const made = new Map<MakeChart<AnyStateMachine>, AnyStateMachine>()
  return <M extends AnyStateMachine>(make: MakeChart<M>): M => {
    const known = (made.get(make) as M | undefined) ?? make(tools)
    made.set(make, known)
    return known
  }
}

export type Charts = ReturnType<typeof makeCharts>

/** Where pages find their charts. */
export const ChartsContext = createContext<Charts | null>(null)

/** A page's chart with its services; only inside the layout, or what stands in for it. */
export const useChart = <M extends AnyStateMachine>(make: MakeChart<M>): M => {
  const charts = useContext(ChartsContext)
  if (charts === null) throw new Error("Only pages inside the layout have charts.")
  return charts(make)
}
