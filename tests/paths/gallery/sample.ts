import type { AnyMachineSnapshot } from "xstate"
import type { Walk } from "#tests/paths/walk.ts"

/** What a reading of a page has read; undefined while nothing is chosen. */
type Read = (snapshot: AnyMachineSnapshot) => unknown

/** How the gallery fills a chart's states: the walk knows the chart, not what its page reads. */
export type GallerySample = {
  /** Where a person comes through these states: what the walk is started with, and what cannot happen to it. */
  readonly walk?: Pick<Walk, "input" | "allows">
  /** The search part of the address, where the chart does not keep it. */
  readonly search?: Readonly<Record<string, string>>
  readonly readings?: Readonly<Record<string, Read>>
  /** What the same readings hold where there is nothing yet. */
  readonly empty?: Readonly<Record<string, unknown>>
  /** The values of forms that were filled in. */
  readonly forms?: Readonly<Record<string, (snapshot: AnyMachineSnapshot) => unknown>>
  /** What distinguishes two states for the eye; without it the state and the walk's key. */
  readonly distinguishes?: (snapshot: AnyMachineSnapshot) => unknown
}

/** The same whatever the chart is in. */
export const always =
  (data: unknown): Read =>
  () =>
    data
/** What is read of the thing that the address names, once it names one. */
export const chosenBy =
  (name: string, data: (id: string) => unknown): Read =>
  ({ context }) => {
    const id = (context as { readonly search: Readonly<Record<string, string>> }).search[name]
    return id === undefined ? undefined : data(id)
  }
/** Lets the address change as long as it names a thing. */
export const staysAt = (name: string) => (_: AnyMachineSnapshot, event: { readonly type: string }) =>
  event.type !== "url.changed" || name in ((event as { readonly search?: object }).search ?? {})
