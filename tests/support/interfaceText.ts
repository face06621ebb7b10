import type { Page } from "playwright"

/** The texts that stand on the page, each as one element holds it, with those of attributes that are read out. */
export const shownTexts = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    const found: Array<string> = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ["aria-label", "title", "placeholder"]) found.push(node.getAttribute(name) ?? "")
      } else if (node.parentElement?.checkVisibility() === true && node.parentElement.closest("script, style") === null)
        found.push(node.textContent ?? "")
    }
    return [...new Set(found.map((text) => text.replaceAll(/\s+/g, " ").trim()))].filter((text) =>
      /\p{L}{2}/u.test(text),
    )
  })

/** Gathers every text that the server sends to the page from now on: what is data, and what it says in its own words. */
export const gatherSent = (page: Page): ReadonlyArray<string> => {
  const sent: Array<string> = []
  const take = (value: unknown): void => {
    if (typeof value === "string") sent.push(value.replaceAll(/[\s_]+/g, " "))
    else if (typeof value === "object" && value !== null) {
      for (const one of Object.values(value)) take(one)
    }
  }
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.includes("json") !== true) return
    void response.json().then(take, () => undefined)
  })
  return sent
}
