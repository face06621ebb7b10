import "#views/tokens.css"
import "#views/session/session.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { noteFailedStyles, preloadChunk } from "./wiring/chunks.ts"
import { watchLeaving } from "./wiring/leaving.ts"
import { tidyAddress } from "./wiring/navigation.ts"
import { makeProduct } from "./wiring/product.ts"
import { markPage, screenLanguage } from "./wiring/screenLanguage.ts"
import { followOtherTabs } from "./wiring/session.ts"
import { makeApp } from "./wiring.tsx"

const darkness = matchMedia("(prefers-color-scheme: dark)")
const followDarkness = (): void => void document.documentElement.classList.toggle("bp6-dark", darkness.matches)
followDarkness()
darkness.addEventListener("change", followDarkness)

// A page brought back by the Back button is a picture of the past: read everything again.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload()
})

markPage(screenLanguage.read())
tidyAddress()
watchLeaving()
noteFailedStyles()

const product = makeProduct()
const { session, source, inside } = product
followOtherTabs(session, source)

const App = makeApp(product)
const root = document.getElementById("root")
if (root === null) throw new Error("The page has no root element.")
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

/** Runs after the first paint; a hidden tab never paints, so it does not wait. */
const afterPaint = (run: () => void): void => {
  if (document.hidden) run()
  else requestAnimationFrame(() => setTimeout(run))
}

afterPaint(() => {
  session.start()
  // In a task of its own: what is done in one piece is what a phone is stopped for.
  setTimeout(() => preloadChunk(inside))
})
