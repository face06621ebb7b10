import { initialTransition, type AnyEventObject, type AnyMachineSnapshot } from "xstate"
import { innermost } from "#machines/outline.ts"
import { formMachine } from "#machines/session/form.machine.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { GalleryFile, GalleryState } from "#schemas/administration/gallery.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { words } from "#schemas/words.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { expectationsOf } from "#tests/paths/stateExpectations.ts"
import type { ChartWalk, Path } from "#tests/paths/walk.ts"
import type { GallerySample } from "./sample.ts"

type Child = { readonly src: unknown; readonly snapshot: { readonly context?: object } }
type Persisted = GalleryState["snapshot"] & { readonly children: Readonly<Record<string, Child>> }
type Shown = Omit<GalleryState, "children" | "snapshot"> & { readonly persisted: Persisted }

/** How a reading stands: with what it read, on its first way, or failed on it. */
type Standing = { readonly data: unknown } | "loading" | "failed" | "idle"

const answered = (standing: Standing): ReadonlyArray<AnyEventObject> => {
  if (standing === "failed") return [{ type: "xstate.error.actor.read", error: unreachable(), actorId: "read" }]
  if (typeof standing === "string") return []
  return [{ type: "xstate.done.actor.read", output: { data: standing.data, next: null }, actorId: "read" }]
}
const readingIn = (standing: Standing): object =>
  readingMachine.getPersistedSnapshot(
    after(readingMachine, answered(standing), { params: standing === "idle" ? null : {} }) as never,
  )
const formWith = (values: unknown): object =>
  formMachine.getPersistedSnapshot(initialTransition(formMachine, { values: values as never })[0] as never)

const standingOf = (data: unknown): Standing => (data === undefined ? "idle" : data === null ? "loading" : { data })

/** Charts name what they promise by a word's id, those before the words are loaded by the words. */
const said = (text: string): string => (words as Readonly<Record<string, string>>)[text] ?? text

const promisedBy = (snapshot: AnyMachineSnapshot) => {
  const promises = expectationsOf(snapshot)
  const headings = promises.flatMap(({ heading }) => heading ?? []).filter((heading) => heading !== "page")
  return {
    headings: [...new Set(headings.map(said))],
    actions: [...new Set(promises.flatMap(({ actions = [] }) => actions).map(said))],
  }
}

/** Dates, files and other classes become what JSON makes of them: the file holds nothing else. */
const asJson = <A>(value: A): A => JSON.parse(JSON.stringify(value)) as A

const persistedOf = (walk: ChartWalk, sample: GallerySample, snapshot: AnyMachineSnapshot): Persisted => {
  const persisted = asJson(walk.machine.getPersistedSnapshot(snapshot as never)) as unknown as Persisted
  const children = Object.entries(persisted.children ?? {}).map(([id, child]): readonly [string, Child] => {
    const reading = sample.readings?.[id]
    const values = sample.forms?.[id]?.(snapshot)
    const filled =
      reading !== undefined
        ? readingIn(standingOf(reading(snapshot)))
        : values === undefined
          ? child.snapshot
          : formWith(values)
    return [id, { ...child, snapshot: asJson(filled) }]
  })
  return { ...persisted, children: Object.fromEntries(children) }
}

/** The first state again, with one of its readings on the way, failed, or with nothing to read. */
const variantsOf = (sample: GallerySample, usual: Shown): ReadonlyArray<Shown> =>
  Object.keys(sample.readings ?? {}).flatMap((id) => {
    const child = usual.persisted.children[id]
    if (child === undefined) return []
    const kinds: ReadonlyArray<readonly [string, Standing]> = [
      ["loading", "loading"],
      ["failed", "failed"],
      ...(id in (sample.empty ?? {}) ? ([["empty", { data: sample.empty?.[id] }]] as const) : []),
    ]
    return kinds.map(([kind, standing]): Shown => {
      const children = { ...usual.persisted.children, [id]: { ...child, snapshot: asJson(readingIn(standing)) } }
      return {
        ...usual,
        actions: [],
        variant: `${id} ${kind}`,
        persisted: { ...usual.persisted, children },
      }
    })
  })

const shownAt = (walk: ChartWalk, sample: GallerySample, { events, snapshot }: Path): Shown => ({
  via: events.map(({ type }) => type),
  variant: "",
  ...promisedBy(snapshot),
  search:
    (snapshot.context as { readonly search?: GallerySample["search"] } | undefined)?.search ?? sample.search ?? {},
  persisted: persistedOf(walk, sample, snapshot),
})

const unique = <A>(all: ReadonlyArray<A>, nameOf: (one: A) => string): ReadonlyArray<A> =>
  [...new Map(all.toReversed().map((one) => [nameOf(one), one])).values()].toReversed()

/** Those that a person can distinguish, and for each state that is in none of them the first that is in it. */
const withEveryState = (places: ReadonlyArray<Path>, keyOf: (place: Path) => string): ReadonlyArray<Path> => {
  const kept = [...unique(places, keyOf)]
  const seen = new Set(kept.flatMap(({ snapshot }) => innermost(snapshot.value)))
  for (const place of places) {
    const states = innermost(place.snapshot.value)
    if (states.some((state) => !seen.has(state))) kept.push(place)
    for (const state of states) seen.add(state)
  }
  return kept
}

/**
 * What the gallery shows of a chart: the shortest way to each state and each
 * transition of its walks, once for each state that a person can distinguish from the others.
 */
export const galleryOf = (walks: ReadonlyArray<ChartWalk>, sample: GallerySample = {}): GalleryFile => {
  const shown = walks.flatMap((given) => {
    const walk = { ...given, ...sample.walk }
    const places = withEveryState(pathsOf(walk.machine, walk).places, ({ snapshot }) =>
      JSON.stringify(sample.distinguishes?.(snapshot) ?? [snapshot.value, walk.key?.(snapshot) ?? snapshot.context]),
    )
    const states = places.map((place) => shownAt(walk, sample, place))
    return [...states, ...states.slice(0, 1).flatMap((usual) => variantsOf(sample, usual))]
  })
  const children: Array<string> = []
  const numberOf = (child: Child): number => {
    const text = JSON.stringify(child)
    return children.includes(text) ? children.indexOf(text) : children.push(text) - 1
  }
  const states = unique(shown, ({ via: _, ...rest }) => JSON.stringify(rest)).map(
    ({ persisted: { children: own, ...snapshot }, ...state }): GalleryState => ({
      ...state,
      snapshot,
      children: Object.fromEntries(Object.entries(own).map(([id, child]) => [id, numberOf(child)])),
    }),
  )
  return { chart: walks[0]?.machine.id ?? "", children: children.map((text) => JSON.parse(text) as unknown), states }
}
