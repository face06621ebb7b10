import type { Page } from "playwright"

/**
 * The files that a page takes from now on, by path, with their bytes on the wire, heads included: the page itself, its
 * settings and what the build made, and no call of the contract.
 */
export const followFiles = async (page: Page): Promise<ReadonlyMap<string, number>> => {
  const debug = await page.context().newCDPSession(page)
  const asked = new Map<string, string>()
  const loaded = new Map<string, number>()
  debug.on("Network.responseReceived", ({ requestId, response }) => asked.set(requestId, response.url))
  debug.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const { pathname, protocol } = new URL(asked.get(requestId) ?? "about:blank")
    const path = pathname.slice(1)
    // A picture inside a style sheet is asked of no one.
    if (protocol === "http:" && !path.startsWith("api/"))
      loaded.set(loaded.has(path) ? `${path} again` : path, encodedDataLength)
  })
  await debug.send("Network.enable")
  return loaded
}
