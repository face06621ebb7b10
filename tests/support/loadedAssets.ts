import type { Page } from "playwright"

/** The files of the build that a page takes from now on, with their bytes on the wire, heads included. */
export const followAssets = async (page: Page): Promise<ReadonlyMap<string, number>> => {
  const debug = await page.context().newCDPSession(page)
  const asked = new Map<string, string>()
  const loaded = new Map<string, number>()
  debug.on("Network.responseReceived", ({ requestId, response }) => asked.set(requestId, response.url))
  debug.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = new URL(asked.get(requestId) ?? "about:blank").pathname.slice(1)
    if (path.startsWith("assets/")) loaded.set(path, encodedDataLength)
  })
  await debug.send("Network.enable")
  return loaded
}
