import { useState } from "react"
import { useSearch } from "wouter"
import { guardRoute } from "#schemas/routes.ts"
import { lazyExtra } from "../LazyPart.tsx"
import { usePerson } from "../person.ts"

/** The library of the inspector loads only once it is asked for. */
const Own = lazyExtra(() =>
  import("./Inspecting.tsx").then(({ Inspecting }) => () => <Inspecting namesOnly={false} />),
)
const Statelys = lazyExtra(() =>
  import("./Inspecting.tsx").then(({ Inspecting }) => () => <Inspecting namesOnly />),
)

/**
 * `?inspect` in the address of any page lets an inspector follow this tab until it
 * is loaded again; `?inspect=stately` one that is not ours. It takes the right to the
 * flows page.
 */
export const InspectedStrip = () => {
  const wanted = new URLSearchParams(useSearch()).get("inspect")
  const person = usePerson()
  const [asked, ask] = useState(wanted)
  if (asked === null && wanted !== null) ask(wanted)
  if (asked === null || guardRoute("/dev/flows", person) !== "show") return null
  return asked === "stately" ? <Statelys /> : <Own />
}
