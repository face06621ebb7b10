import "#views/blueprint.css"
import "#views/tokens.css"
import "#views/parts/parts.css"
import "#views/administration/flows.css"
import { createRoot } from "react-dom/client"
import { Inspector } from "./wiring/inspector/Inspector.tsx"

// The inspector of the demo: a page of its own next to the product, which shows the steps that a tab with ?inspect sends it.

const darkness = matchMedia("(prefers-color-scheme: dark)")
const followDarkness = (): void => void document.documentElement.classList.toggle("bp6-dark", darkness.matches)
followDarkness()
darkness.addEventListener("change", followDarkness)

const root = document.getElementById("root")
if (root === null) throw new Error("The page has no root element.")
createRoot(root).render(<Inspector />)
