import type { Browser } from "playwright"
import { afterAll, beforeAll } from "vitest"
import { startChromium } from "./chromium.ts"
import { startApp, type RunningApp } from "./runningApp.ts"
import { seededData } from "./seededData.ts"

type Options = {
  readonly env?: Readonly<Record<string, string>>
  /** Whether the tests drive a browser; true without it. */
  readonly hasBrowser?: boolean
}

/**
 * The program with the demo's data, and a browser, for all tests of a file: there from the first `beforeAll` after this
 * call, ended with the file.
 */
export const demoApp = ({ env, hasBrowser = true }: Options = {}) => {
  const demo = {} as { app: RunningApp; browser: Browser }
  let data: Awaited<ReturnType<typeof seededData>> | undefined
  beforeAll(async () => {
    data = await seededData()
    demo.app = await startApp(data.dataDir, env)
    if (hasBrowser) demo.browser = await startChromium()
  })
  afterAll(async () => {
    await demo.browser?.close()
    await demo.app?.kill()
    await data?.remove()
  })
  return demo
}
