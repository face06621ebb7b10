import type { ReactNode } from "react"

/** How a state feels; the text says it too, colour is never alone. */
export type Tone = "neutral" | "active" | "info" | "success" | "warning" | "danger"

/** The state of a thing: a badge in headings, a dot and a word in rows. */
export const StateTag = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`state-tag state-tag-${tone}`}>
    <span className="state-tag-mark" />
    {children}
  </span>
)
