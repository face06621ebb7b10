/**
 * Whether the server answers at the page's own address: asked before a reload,
 * since a reload that fails leaves the person with the browser's error page.
 * Plain, not a service: it must work where no further code can be loaded.
 */
export const reachServer = async (signal: AbortSignal): Promise<void> => {
  const answer = await fetch("/", { method: "HEAD", cache: "no-store", signal })
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
}
