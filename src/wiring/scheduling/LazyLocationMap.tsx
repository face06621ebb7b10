import { LocationMapComing } from "#views/scheduling/LocationMapComing.tsx"
import { chunk } from "../chunks.ts"
import { lazily } from "../LazyPart.tsx"

/** The map with its libraries loads when it is first shown; without it the list is what it was. */
export const LocationMap = lazily(
  chunk(() => import("./LocationMapPart.tsx").then(({ LocationMapPart }) => LocationMapPart), { reloads: false }),
  LocationMapComing,
)
