import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import type { WordId } from "#schemas/words.ts"
import type { PageUrl } from "./Seen.ts"
import { useWords, Word } from "./Words.tsx"

/** Why a place is empty, and the first thing to do about it (docs/architecture.md#pages). */
export const EmptyState = (props: {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) => (
  <div className="empty-state">
    <p className="empty-state-title">{props.title}</p>
    {props.children !== undefined && <div className="empty-state-text">{props.children}</div>}
    {props.action !== undefined && <div className="empty-state-action">{props.action}</div>}
  </div>
)

/** Why a list is empty: nothing is there yet, and the first can be made; or nothing fits what it is narrowed to. */
export const EmptyList = (props: {
  readonly url: PageUrl
  readonly noun: "campaigns" | "multi" | "templates" | "callFlows" | "companies" | "locations"
  /** The label by which it is narrowed no longer. */
  readonly clear: WordId
  /** What narrows it besides search and state, by the names of the address. */
  readonly further?: ReadonlyArray<string>
  /** Whether the first can be made by this person. */
  readonly canMake?: boolean
  readonly onNew: () => void
}) => {
  const words = useWords()
  const { noun, url } = props
  const narrowed = ["search", "state", ...(props.further ?? [])]
  return narrowed.every((name) => (url.search[name] ?? "") === "") ? (
    <EmptyState
      title={words(`${noun}.empty`)}
      // The primary button stands in the page's head, and why there is none.
      {...(props.canMake === false ? {} : { action: <Button text={words(`${noun}.new`)} onClick={props.onNew} /> })}
    >
      <Word id={`${noun}.empty.text`} />
    </EmptyState>
  ) : (
    <EmptyState
      title={words(`${noun}.none`)}
      action={
        <Button
          text={words(props.clear)}
          onClick={() => url.change(Object.fromEntries(narrowed.map((name) => [name, null])))}
        />
      }
    >
      <Word id={`${noun}.none.text`} />
    </EmptyState>
  )
}
