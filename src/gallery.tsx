import "#views/blueprint.css"
import "#views/tokens.css"
import "#views/session/session.css"
import "#views/parts/parts.css"
import "#views/layout/layout.css"
import "#views/administration/demoClock.css"
import "#views/outreach/outreach.css"
import { createRoot } from "react-dom/client"
import { words } from "#schemas/words.ts"
import { intl } from "./wiring/intl.ts"
import { Frame, partOf } from "./wiring/gallery/Frame.tsx"
import { addWords } from "./wiring/pageWords.ts"
import type { Drawn, FrameMessage } from "./wiring/gallery/frameMessage.ts"

// The frame that draws a chart's real view for /dev/flows, as it was at some moment. It is given the moment and has
// nothing else: no token, no session that runs, and a policy under which it can ask no one anything.

addWords(words)

// A dialog takes the focus when it opens. What is drawn here opened long ago: the focus is with the person who looks on.
HTMLElement.prototype.focus = () => undefined

const reply = (drawn: Drawn): void => {
  if (parent !== window) parent.postMessage(drawn, location.origin)
  document.documentElement.dataset["drawn"] = drawn.type
}

const element = document.getElementById("root")
if (element === null) throw new Error("The frame has no root element.")
const root = createRoot(element)

let drawing = 0
const draw = async (next: FrameMessage): Promise<void> => {
  drawing += 1
  const mine = drawing
  delete document.documentElement.dataset["drawn"]
  /** What was drawn before still stands until this comes, and has nothing more to say. */
  const replyOfMine = (drawn: Drawn): void => {
    if (mine === drawing) reply(drawn)
  }
  const part = await partOf(next.chart)
  // Another moment has come meanwhile: that one is drawn.
  if (mine !== drawing) return
  document.documentElement.classList.toggle("bp6-dark", next.dark)
  document.documentElement.classList.toggle("light", !next.dark)
  if (part === undefined)
    reply({
      type: "frame.broken",
      reason: intl().formatMessage({ id: "gallery.unknown" }, { chart: next.chart }),
      stood: null,
    })
  else root.render(<Frame key={mine} message={next} part={part} reply={replyOfMine} />)
}

addEventListener("message", ({ origin, data }: MessageEvent<FrameMessage | null>) => {
  // Tools that read the page send messages of their own through it.
  if (origin !== location.origin || typeof data?.chart !== "string") return
  draw(data).catch((error: unknown) => reply({ type: "frame.broken", reason: String(error), stood: null }))
})
