import { Button } from "@blueprintjs/core"
import { Help as HelpIcon, Menu as MenuIcon, Notifications as Bell, Search } from "@blueprintjs/icons"
import { useSyncExternalStore, type ReactNode } from "react"
import { Link } from "wouter"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import { isLinked, navigation, ownPlaces, type RoutePath } from "#schemas/routes.ts"
import { productName } from "#schemas/session/words.ts"
import { openModals } from "#views/parts/Modal.tsx"
import { Said } from "#views/parts/Said.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { Logo } from "#views/session/Logo.tsx"

import { ActingStrip } from "./ActingStrip.tsx"

type BarLink = { readonly label: string; readonly path: RoutePath }

/** The links of the bar that the person may follow to a page that exists; empty groups are not drawn (docs/policy.md#top-bar). */
export const shownNavigation = (
  person: SignedInPerson,
): ReadonlyArray<{ readonly group: string; readonly links: ReadonlyArray<BarLink> }> =>
  navigation
    .map(({ group, links }) => ({ group, links: links.filter(({ path }) => isLinked(path, person)) }))
    .filter(({ links }) => links.length > 0)

const closeMenu = (): void => document.querySelector<HTMLElement>("[popover]:popover-open")?.hidePopover()

const NavLink = ({ label, path, current }: BarLink & { readonly current: string }) => (
  <Link
    href={path}
    className="nav-link"
    onClick={closeMenu}
    {...(current === path ? { "aria-current": "page" as const } : {})}
  >
    <Said>{label}</Said>
  </Link>
)

const Groups = ({
  person,
  path,
  id,
}: {
  readonly person: SignedInPerson
  readonly path: string
  readonly id: string
}) => (
  <>
    {shownNavigation(person).map(({ group, links }) => (
      <div key={group} className="nav-group" role="group" aria-labelledby={`${id}-${group.replaceAll(" ", "-")}`}>
        <span id={`${id}-${group.replaceAll(" ", "-")}`} className="nav-group-name">
          <Said>{group}</Said>
        </span>
        {links.map((link) => (
          <NavLink key={link.path} {...link} current={path} />
        ))}
      </div>
    ))}
  </>
)

const OwnLinks = ({ person, path }: { readonly person: SignedInPerson; readonly path: string }) => {
  const words = useWords()
  return (
    <div className="nav-own">
      {ownPlaces
        .filter((place) => isLinked(place.path, person))
        .map((place) => (
          <NavLink key={place.path} path={place.path} label={words(place.word)} current={path} />
        ))}
    </div>
  )
}

const Identity = ({ person }: { readonly person: SignedInPerson }) => (
  <p className="identity">
    <span className="identity-name">{person.displayName}</span>
    <span className="identity-type">
      <Said>{userTypeNames[person.userType]}</Said>
    </span>
  </p>
)

type Props = {
  readonly person: SignedInPerson
  readonly path: string
  /** How many past notifications there are, and how many notices are new. */
  readonly past: number
  readonly unread: number
  readonly onNotifications: () => void
  /** Opens the palette. */
  readonly onSearch: () => void
  /** Opens the help for this page, or closes it. */
  readonly onHelp: () => void
  readonly onSignOut: () => void
  /** Back to one's own company. */
  readonly onActingEnd: () => void
  /** The demo clock, in the demo only. */
  readonly demo?: ReactNode
}

const TopBar = (props: Props) => {
  const words = useWords()
  const { person, path } = props
  return (
    <header className="top-bar">
      <div className="letterhead">
        <Link href="/dashboard" className="brand" aria-label={`${productName}, ${words("shell.home")}`}>
          <Logo size={24} />
          <span className="brand-name">{productName}</span>
        </Link>
        <span className="company">{person.companyName}</span>
        {props.demo}
        <button type="button" className="search-button" aria-keyshortcuts="Control+K Meta+K" onClick={props.onSearch}>
          <Search size={14} aria-hidden="true" />
          <span className="search-button-name">{words("palette.open")}</span>
          <kbd aria-hidden="true">{words("key.palette")}</kbd>
        </button>
        <Button
          className="help-button"
          variant="minimal"
          icon={<HelpIcon />}
          aria-label={words("help.open")}
          aria-keyshortcuts="F1"
          onClick={props.onHelp}
        />
        <Button
          className="bell"
          variant="minimal"
          icon={<Bell />}
          aria-label={`${words("shell.notifications")}: ${words("shell.notifications.count", { count: props.past })}${
            props.unread > 0 ? `, ${words("shell.notifications.unread", { count: props.unread })}` : ""
          }`}
          onClick={props.onNotifications}
        >
          {props.unread > 0 && <span className="bell-count">{props.unread}</span>}
        </Button>
        <Identity person={person} />
        <Button className="logout" text={words("shell.logout")} onClick={props.onSignOut} />
        <button type="button" className="menu-button" popoverTarget="menu">
          <MenuIcon aria-hidden="true" /> <span className="menu-button-name">{words("shell.menu")}</span>
        </button>
      </div>
      <nav className="nav-bar" aria-label={words("shell.navigation")}>
        <Groups person={person} path={path} id="bar" />
        <OwnLinks person={person} path={path} />
      </nav>
      <nav className="nav-menu" id="menu" popover="auto" aria-label={words("shell.navigation")}>
        <div className="nav-menu-head">
          <div>
            <Identity person={person} />
            <span className="company">{person.companyName}</span>
          </div>
          <button type="button" className="menu-close" popoverTarget="menu" popoverTargetAction="hide">
            {words("part.close")}
          </button>
        </div>
        <OwnLinks person={person} path={path} />
        <Groups person={person} path={path} id="menu" />
        <Button text={words("shell.logout")} onClick={props.onSignOut} />
      </nav>
    </header>
  )
}

/**
 * The frame around every page inside: skip link, the band of a Super Admin who acts for another company, top bar
 * (docs/policy.md#top-bar), the loader, and the page. All of it is inert
 * while a modal is open; toasts and the live region stand next to it and are not.
 */
export const Layout = (
  props: Props & {
    readonly loader?: ReactNode
    /** The guide, at the side of the page while it is open. */
    readonly help?: ReactNode
    readonly children: ReactNode
  },
) => {
  const words = useWords()
  const behindModal = useSyncExternalStore(openModals.subscribe, openModals.read)
  return (
    <div inert={behindModal}>
      <a className="skip-link" href="#content">
        {words("shell.skip")}
      </a>
      <ActingStrip person={props.person} onEnd={props.onActingEnd} />
      <TopBar {...props} />
      {props.loader}
      <div className="with-help">
        <main id="content" tabIndex={-1}>
          {props.children}
        </main>
        {props.help}
      </div>
    </div>
  )
}
