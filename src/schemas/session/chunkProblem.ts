import type { Problem } from "../problem.ts"
import { screens } from "./words.ts"

/**
 * A part of the page's own code did not come (decision 021). Written out as data: what
 * makes other problems brings code of its own, and this one says that code is missing.
 */
export const chunkLoadError = (): Problem => ({
  statusCode: "503",
  status: "error",
  message: screens.chunk.text,
  problem: "ChunkLoadError",
})
