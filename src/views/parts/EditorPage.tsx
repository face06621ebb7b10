import type { ReactNode } from "react"
import { Opening, type Opened } from "./Opening.tsx"
import { ThingHead, type WayBack } from "./Thing.tsx"

/** The page of an editor: the way back to the list and to the thing that is changed, and the form once it is there. */
export const EditorPage = (props: {
  readonly id: string
  readonly title: string
  readonly lead?: ReactNode
  readonly list: WayBack
  /** The thing that is changed; none while it is new, or not read yet. */
  readonly thing?: WayBack | undefined
  readonly page: Opened
  readonly children: ReactNode
}) => {
  const { list, thing } = props
  return (
    <article className="page thing">
      <ThingHead
        id={props.id}
        lists={thing === undefined ? [list] : [list, thing]}
        title={props.title}
        head={props.lead === undefined ? {} : { facts: props.lead }}
      />
      <Opening page={props.page} lines={12} />
      {props.children}
    </article>
  )
}
