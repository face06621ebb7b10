import { createContext, useCallback, useContext, type ReactNode } from "react"
import { HeldButton } from "./HeldButton.tsx"
import { WhyNot } from "./WhyNot.tsx"
import { focusOnMount, focusHeadingOnUnmount, keepFocus } from "./focusOnMount.ts"

/** Wiring hands the page's heading over here, to focus it when the route changes. */
export const HeadingSlot = createContext<(heading: HTMLElement | null) => void>(() => undefined)

/** The one primary action of a page. */
export type PrimaryAction = {
  readonly label: string
  readonly onPress: () => void
  readonly busy?: boolean
  /** Why it cannot be used now: then it is no button, but stands under "More" with this reason. */
  readonly disabledReason?: string | undefined
}

const Primary = ({ action: { label, onPress, busy = false, disabledReason } }: { readonly action: PrimaryAction }) =>
  disabledReason === undefined ? (
    <HeldButton intent="primary" text={label} loading={busy} onClick={onPress} />
  ) : (
    <WhyNot id="page-primary" what={label} reason={disabledReason} />
  )

/**
 * The anatomy of every page (docs/architecture.md#pages): a title with one primary action,
 * a row of filters that live in the URL, and the content.
 */
export const Page = (props: {
  readonly title: string
  /** A short line under the title. */
  readonly lead?: ReactNode
  readonly primary?: PrimaryAction | undefined
  /** Further, quiet actions next to the primary one. */
  readonly actions?: ReactNode
  /** The views of a list, over its filters. */
  readonly views?: ReactNode
  readonly filters?: ReactNode
  readonly children: ReactNode
}) => {
  const slot = useContext(HeadingSlot)
  const heading = useCallback(
    (element: HTMLElement | null) => {
      slot(element)
      keepFocus(element)
    },
    [slot],
  )
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {props.title}
          </h1>
          {props.lead !== undefined && <p className="page-lead">{props.lead}</p>}
        </div>
        <div className="page-actions">
          {props.actions}
          {props.primary !== undefined && <Primary action={props.primary} />}
        </div>
      </header>
      {props.views}
      {props.filters !== undefined && <search className="page-filters">{props.filters}</search>}
      <div className="page-content">{props.children}</div>
    </div>
  )
}

/** A titled part of a page. */
export const Section = (props: {
  readonly title: string
  /** A few words or a legend right after the heading. */
  readonly caption?: ReactNode
  /** A link at the other end. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly level?: 2 | 3
  /** It came by a button that has gone: its heading takes the focus, and gives it to the page's when it goes. */
  readonly arrives?: boolean
}) => {
  const Heading = props.level === 3 ? "h3" : "h2"
  const arrives = props.arrives === true
  return (
    <section className="section" {...(arrives ? { ref: focusHeadingOnUnmount } : {})}>
      <div className="section-head">
        <Heading {...(arrives ? { tabIndex: -1, ref: focusOnMount } : {})}>{props.title}</Heading>
        {props.caption !== undefined && <div className="section-caption">{props.caption}</div>}
        {props.aside !== undefined && <div className="section-aside">{props.aside}</div>}
      </div>
      {props.children}
    </section>
  )
}

/** Pairs of name and value, for details. */
export const Facts = ({ rows }: { readonly rows: ReadonlyArray<readonly [name: ReactNode, value: ReactNode]> }) => (
  <dl className="facts">
    {rows.map(([name, value], index) => (
      <div key={index}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
