import { useCallback, useContext, type ReactNode } from "react"
import { Link } from "wouter"
import { Actions, type Action } from "./Actions.tsx"
import { arriveOnMount } from "./focusOnMount.ts"
import { HeadingSlot } from "./Page.tsx"
import { Reading, useTitleOf, type SeenReading } from "./Reading.tsx"
import { useWords } from "./Words.tsx"

/** What stands over the parts of a thing besides its name. */
type Head = {
  readonly badge?: ReactNode
  /** One line of facts. */
  readonly facts?: ReactNode
  readonly actions?: ReadonlyArray<Action>
  /** Where the thing has several parts, the row of `Tabs` that chooses between them. */
  readonly tabs?: ReactNode
  /** Why the last command was refused. */
  readonly refused?: ReactNode
}

/** The list a thing stands in: its name, and its address with the filters it was left with. */
type List = { readonly label: string; readonly href: string }

const Breadcrumb = ({ list, name }: { readonly list: List; readonly name: string }) => (
  <nav className="breadcrumb" aria-label={useWords()("part.breadcrumb")}>
    <ol>
      <li>
        <Link href={list.href}>{list.label}</Link>
      </li>
      <li aria-current="page">{name}</li>
    </ol>
  </nav>
)

/**
 * One thing alone, in the place of its list: the way back, its name with its state, one line of facts, what can be
 * done to it, its parts. It stands by itself too while it is read, and where it cannot be.
 */
export const Thing = <A,>(props: {
  readonly id: string
  readonly of: SeenReading<A>
  readonly list: List
  readonly nameOf: (thing: A) => string
  readonly headOf: (thing: A) => Head
  readonly children: (thing: A) => ReactNode
}) => {
  const title = useTitleOf(props.of, props.nameOf)
  const slot = useContext(HeadingSlot)
  const heading = useCallback(
    (element: HTMLElement | null) => {
      slot(element)
      arriveOnMount(element)
    },
    [slot],
  )
  const { data } = props.of.snapshot.context
  const { badge, facts, actions = [], tabs, refused }: Head = data === null ? {} : props.headOf(data)
  return (
    <article className="page thing">
      <header className="thing-head">
        <Breadcrumb list={props.list} name={title} />
        <div className="thing-title">
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {badge}
        </div>
        {facts !== undefined && <p className="thing-facts">{facts}</p>}
        {actions.length > 0 && <Actions id={props.id} actions={actions} />}
      </header>
      {tabs}
      {refused}
      <Reading of={props.of}>{props.children}</Reading>
    </article>
  )
}

/** The parts of a thing in two columns: what is looked at first, and what stands at its side. */
export const ThingColumns = (props: { readonly children: ReactNode; readonly aside: ReactNode }) => (
  <div className="thing-columns">
    <div className="thing-column">{props.children}</div>
    <div className="thing-column">{props.aside}</div>
  </div>
)
