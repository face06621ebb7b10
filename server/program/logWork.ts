import { Layer } from "effect"
import { chainLayer } from "#server/store/Chain.ts"
import { rebuildLayer } from "#server/store/rebuild.ts"
import { sealLayer } from "#server/store/seals.ts"
import { streams } from "#server/streams.ts"

/** What a worker does with the log itself: chains it, seals the facts next to it, replays it where rows are behind. */
export const logWork = Layer.mergeAll(chainLayer, sealLayer, rebuildLayer(streams))
