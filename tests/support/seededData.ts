import { cp } from "node:fs/promises"
import { inject } from "vitest"
import { temporaryData } from "./runningApp.ts"

/** A data folder with the demo in it, as the program itself leaves it after its first start and a clean stop. */
export const seededData = async () => {
  const data = await temporaryData()
  await cp(inject("seededFolder"), data.dataDir, { recursive: true })
  return data
}
