import type { Stood } from "#machines/administration/timeTravel.machine.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"

/** Which moment of a chart is drawn: one of the gallery, or one of a journal. */
export type Moment =
  | { readonly persisted: object }
  | {
      readonly journals: ReadonlyArray<ChartJournal>
      /** The run that is drawn. */
      readonly actor: string
      readonly at: number
      /** The run that is shown, which may be within the drawn one, and how many of its events had been heard. */
      readonly watched: { readonly actor: string; readonly step: number }
    }

/** What the page says to its frame (`gallery.html`). */
export type FrameMessage = {
  readonly chart: string
  readonly dark: boolean
  /** The search part of the page's address. */
  readonly search: Readonly<Record<string, string>>
  /** Who looks; null for the sample person of the gallery. */
  readonly person: SignedInPerson | null
  readonly moment: Moment
}

/** What the frame says to its page: what stands in it and how tall that is, in CSS pixels; of a journal, how its run stood. */
export type Drawn =
  | {
      readonly type: "frame.drawn"
      readonly states: ReadonlyArray<string>
      readonly height: number
      readonly stood: Stood | null
    }
  | { readonly type: "frame.broken"; readonly reason: string; readonly stood: Stood | null }
