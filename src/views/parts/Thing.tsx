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

/** What a page stands in: its name, and its address with the filters it was left with. */
export type WayBack = { readonly label: string; readonly href: string }

type Way = { readonly lists: ReadonlyArray<WayBack>; readonly name: string }

const Breadcrumb = ({ lists, name }: Way) => (
  <nav className="breadcrumb" aria-label={useWords()("part.breadcrumb")}>
    <ol>
      {lists.map(({ label, href }) => (
        <li key={href}>
          <Link href={href}>{label}</Link>
        </li>
      ))}
      <li aria-current="page">{name}</li>
    </ol>
  </nav>
)

/** What stands over a thing: the way back, its name with its state, one line of facts, what can be done to it. */
export const ThingHead = (props: {
  readonly id: string
  readonly lists: ReadonlyArray<WayBack>
  readonly title: string
  /** Right after the name, before its state: how to change it. */
  readonly nextToTitle?: ReactNode
  readonly head: Head
}) => {
  const slot = useContext(HeadingSlot)
  const heading = useCallback(
    (element: HTMLElement | null) => {
      slot(element)
      arriveOnMount(element)
    },
    [slot],
  )
  const { badge, facts, actions = [] } = props.head
  return (
    <header className="thing-head">
      <Breadcrumb lists={props.lists} name={props.title} />
      <div className="thing-title">
        <h1 tabIndex={-1} ref={heading}>
          {props.title}
        </h1>
        {props.nextToTitle}
        {badge}
      </div>
      {facts !== undefined && <p className="thing-facts">{facts}</p>}
      {actions.length > 0 && <Actions id={props.id} actions={actions} />}
    </header>
  )
}

/**
 * One thing alone, in the place of its list: the way back, its name with its state, one line of facts, what can be
 * done to it, its parts. It stands by itself too while it is read, and where it cannot be.
 */
export const Thing = <A,>(props: {
  readonly id: string
  readonly of: SeenReading<A>
  readonly list: WayBack
  /** The page that the list is a part of, where it is one of several. */
  readonly within?: WayBack
  readonly nameOf: (thing: A) => string
  readonly headOf: (thing: A) => Head
  readonly children: (thing: A) => ReactNode
}) => {
  const title = useTitleOf(props.of, props.nameOf)
  const { data } = props.of.snapshot.context
  const head: Head = data === null ? {} : props.headOf(data)
  const lists = props.within === undefined ? [props.list] : [props.within, props.list]
  return (
    <article className="page thing">
      <ThingHead id={props.id} lists={lists} title={title} head={head} />
      {head.tabs}
      {head.refused}
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
