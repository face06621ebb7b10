import { existsSync } from "node:fs"
import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"
import { startApp, temporaryData } from "./runningApp.ts"

/** What the program's very first start printed, and where it ran. */
export type FirstStart = { readonly printed: string; readonly url: string; readonly dataDir: string }

/**
 * A data folder with the demo in it, as the program itself leaves it after its
 * first start and a clean stop: made once a run, then copied, since making it
 * takes most of a test's time. Files of the end-to-end project run one by one.
 */
export const seededData = async () => {
  const folder = inject("seededFolder")
  const [made, told] = [join(folder, "data"), join(folder, "first-start.json")]
  if (!existsSync(told)) {
    const { printed, url, dataDir, stop } = await startApp(made)
    await stop()
    await writeFile(told, JSON.stringify({ printed: printed(), url, dataDir } satisfies FirstStart))
  }
  const data = await temporaryData()
  await cp(made, data.dataDir, { recursive: true })
  return { ...data, firstStart: JSON.parse(await readFile(told, "utf8")) as FirstStart }
}
