/** What a view is given of a running machine: its snapshot, and where to send what the person did. */
export type Seen<Snapshot, Event> = { readonly snapshot: Snapshot; readonly send: (event: Event) => void }

/** The search part of the page's address: an input like a click (docs/architecture.md#shared-charts). */
export type PageUrl = {
  /** The parameters as they stand. */
  readonly search: Readonly<Record<string, string>>
  /** The address with some parameters changed, for links; null removes one. */
  readonly href: (change: Readonly<Record<string, string | null>>) => string
  /** Goes to the address with some parameters changed, for buttons: one step for the Back button. */
  readonly go: (change: Readonly<Record<string, string | null>>) => void
  /** Changes parameters in place, for filters: no new step for the Back button. */
  readonly change: (change: Readonly<Record<string, string | null>>) => void
}
