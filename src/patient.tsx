import "#views/tokens.css"
import "#views/scheduling/patientBooking.css"
import { useSelector } from "@xstate/react"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { createActor } from "xstate"
import type { PatientBookingSnapshot } from "#machines/scheduling/patientBooking.machine.ts"
import type { PatientWordId } from "#schemas/scheduling/patientWords.ts"
import { PatientBookingView, patientLanguageOf, patientSpeech } from "#views/scheduling/PatientBookingView.tsx"
import { patientPage, secondsLeft } from "./wiring/scheduling/patientPage.ts"

// The patient's own page: a small entry of its own, without sign-in, Blueprint, Effect or the product's frame.

const actor = createActor(patientPage(location.hash.slice(1)), {
  // Tools listen to the chart, as to all others of the product.
  inspect: (step) => globalThis.inspected?.(step),
})
actor.subscribe((snapshot) => {
  document.documentElement.lang = patientLanguageOf(snapshot)
  const { say } = patientSpeech(patientLanguageOf(snapshot))
  document.title = snapshot.context.link?.company.name ?? say(untitled(snapshot))
})
actor.start()

// Another link in the same tab is another page.
addEventListener("hashchange", () => location.reload())

const Page = () => {
  const snapshot = useSelector(actor, (now) => now)
  return <PatientBookingView snapshot={snapshot} send={(event) => actor.send(event)} secondsLeft={secondsLeft} />
}

/** What the window is called as long as no company is known. */
function untitled(snapshot: PatientBookingSnapshot): PatientWordId {
  return snapshot.matches("dead") ? "dead" : snapshot.matches("unreachable") ? "unreachable" : "opening"
}

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no root element.")
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
