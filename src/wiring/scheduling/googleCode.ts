import { chunk } from "../chunks.ts"

/** What speaks with the maps service; it comes only where there is a key for it. */
export const googleCode = chunk(() => import("#effects/GoogleMap.ts"), { reloads: false })
