import { existsSync } from "node:fs"
import { cp } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"
import { startApp, temporaryData } from "./runningApp.ts"

/**
 * A data folder with the demo in it, as the program itself leaves it after its
 * first start and a clean stop: made once a run, then copied, since making it
 * takes most of a test's time. Files of the end-to-end project run one by one.
 */
export const seededData = async () => {
  const made = join(inject("seededFolder"), "data")
  if (!existsSync(made)) {
    const first = await startApp(join(inject("seededFolder"), "being-made"))
    await first.stop()
    await cp(first.dataDir, made, { recursive: true })
  }
  const data = await temporaryData()
  await cp(made, data.dataDir, { recursive: true })
  return data
}
