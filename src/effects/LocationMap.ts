import { geoAlbersUsa, geoPath } from "d3-geo"
import { Effect } from "effect"
import { feature, mesh } from "topojson-client"
import atlasAddress from "us-atlas/states-albers-10m.json?url"
import type { LocationPosition } from "#schemas/scheduling/location.ts"
import { inBatches, plane, type Point } from "#schemas/scheduling/mapView.ts"
import type { Atlas, MapPlace } from "#schemas/scheduling/locationMap.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { readLocationPositions } from "./Locations.ts"

type States = Parameters<typeof mesh>[0]

/** The projection that the atlas was drawn by. */
const project = geoAlbersUsa()
  .scale(1300)
  .translate([plane.width / 2, plane.height / 2])

const pointOf = ({ position }: LocationPosition): Point | null => {
  const found = position && project([position.longitude, position.latitude])
  return found && { x: found[0], y: found[1] }
}

/** Where the locations stand on the map; null for those outside the states that it shows. Drawn in batches, so that the page stays at hand. */
const placed = Effect.fnUntraced(function* (locations: ReadonlyArray<LocationPosition>) {
  const places: Array<MapPlace> = []
  for (const batch of inBatches(locations)) {
    for (const location of batch) places.push({ ...location, point: pointOf(location) })
    yield* Effect.sleep(0)
  }
  return places
})

/** The locations that the list holds, all at once, with where they stand on the map. */
export const readMapPlaces = (params: Parameters<typeof readLocationPositions>[0]) =>
  Effect.flatMap(readLocationPositions(params), ({ data }) => Effect.map(placed(data), (places) => ({ data: places })))

/** The outline of the country and the borders of its states, from our own address. */
export const readAtlas = () =>
  Effect.tryPromise({
    try: async (signal): Promise<{ readonly data: Atlas }> => {
      const answer = await fetch(atlasAddress, { signal })
      if (!answer.ok) throw new Error(`The map of the states was answered with ${answer.status}.`)
      const states = (await answer.json()) as States
      const draw = geoPath(null).digits(1)
      const { nation, states: each } = states.objects
      if (nation === undefined || each === undefined) throw new Error("The map of the states has no states.")
      const borders = mesh(states, each as never, (one, other) => one !== other)
      return { data: { country: draw(feature(states, nation)) ?? "", borders: draw(borders) ?? "" } }
    },
    catch: () => unreachable(),
  })
