import { Cross } from "@blueprintjs/icons"
import { useCallback, type ReactNode } from "react"
import { Link } from "wouter"
import { focusOnMount } from "./focusOnMount.ts"
import { useWords } from "./Words.tsx"

/** A list with a quick look next to it; on narrow screens the look covers the list. */
export const ListWithLook = (props: { readonly look: ReactNode; readonly children: ReactNode }) => (
  <div className="list-with-look">
    <div className="looked-through">{props.children}</div>
    {props.look}
  </div>
)

/** When the look goes, the row or card that opened it has the focus again; the list is uncovered for it first. */
const giveBack = (opener: string) => (look: HTMLElement | null) => () => {
  const { activeElement } = document
  if (activeElement !== document.body && look?.contains(activeElement) !== true) return
  look?.toggleAttribute("data-leaving", true)
  const openers = [...document.querySelectorAll<HTMLElement>(opener)]
  const seen = openers.find((one) => one.checkVisibility()) ?? document.querySelector<HTMLElement>("h1[tabindex]")
  seen?.focus({ preventScroll: true })
}

/**
 * What is known of one row, next to its list. Its heading takes the focus, which says it to screen readers; Escape and
 * the cross close it.
 */
export const QuickLook = (props: {
  /** What kind of thing is looked at. */
  readonly label: string
  readonly title: string
  /** The address of the list without it. */
  readonly closeHref: string
  /** A selector of what can have opened it. */
  readonly opener: string
  readonly children: ReactNode
}) => {
  const words = useWords()
  const { opener } = props
  const look = useCallback((element: HTMLElement | null) => giveBack(opener)(element), [opener])
  return (
    <aside className="quick-look" aria-label={props.label} ref={look}>
      <div className="quick-look-head">
        <h2 tabIndex={-1} ref={focusOnMount}>
          {props.title}
        </h2>
        <Link href={props.closeHref} className="quick-look-close" aria-label={words("part.close")} data-let-go>
          <Cross aria-hidden="true" />
        </Link>
      </div>
      {props.children}
    </aside>
  )
}
