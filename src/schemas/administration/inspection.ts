/** The channel on which the tabs of a browser exchange inspected charts. */
export const inspectionChannelName = "admin-view-inspection"

/** A step of an inspected chart, in the form of `@statelyai/inspect` as far as it is read here. */
export type Inspected = {
  readonly type: "@xstate.actor" | "@xstate.event" | "@xstate.snapshot"
  readonly sessionId: string
  readonly parentId?: string | undefined
  readonly name?: string
  /** The chart, as JSON. */
  readonly definition?: string | undefined
  readonly event?: { readonly type: string }
  readonly snapshot?: { readonly status?: string; readonly value?: unknown; readonly context?: unknown }
}

/** What goes between an inspected tab and its inspector: the inspector comes and asks for everything; the tab sends. */
export type InspectionMessage =
  | { readonly type: "inspector.came" }
  | { readonly type: "step"; readonly step: Inspected; readonly namesOnly: boolean }
