/**
 * A state of a chart as the gallery shows it. `snapshot` is what XState persists,
 * without the children: those are numbers in the file's list, since most states share them.
 */
export type GalleryState = {
  /** What happened since the chart's start, by event type. */
  readonly via: ReadonlyArray<string>
  /** What is unusual about what the page reads, such as `campaigns loading`; empty in the usual case. */
  readonly variant: string
  /** What the chart's `meta` promises to be seen, in the product's words. */
  readonly headings: ReadonlyArray<string>
  readonly actions: ReadonlyArray<string>
  /** The search part of the page's address. */
  readonly search: Readonly<Record<string, string>>
  readonly snapshot: { readonly value: unknown; readonly status: string; readonly [name: string]: unknown }
  readonly children: Readonly<Record<string, number>>
}

/** `docs/flows/AREA/CHART.states.json`: the states of a chart, from its walks. */
export type GalleryFile = {
  readonly chart: string
  readonly children: ReadonlyArray<unknown>
  readonly states: ReadonlyArray<GalleryState>
}

/** The persisted snapshot of a state, whole: fit for `createActor(machine, { snapshot })`. */
export const persistedState = ({ children }: GalleryFile, state: GalleryState): object => ({
  ...state.snapshot,
  children: Object.fromEntries(Object.entries(state.children).map(([id, index]) => [id, children[index]])),
})
