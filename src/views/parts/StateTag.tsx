import type { ReactNode } from "react"

/** How a state feels; the text says it too, colour is never alone. */
export type Tone = "neutral" | "active" | "success" | "warning" | "danger"

const marks: Record<Tone, string> = { neutral: "○", active: "◐", success: "●", warning: "▲", danger: "■" }

/** The state of a thing as a small labelled mark. */
export const StateTag = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`state-tag state-tag-${tone}`}>
    <span aria-hidden="true" className="state-tag-mark">
      {marks[tone]}
    </span>
    {children}
  </span>
)
