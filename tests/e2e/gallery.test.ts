import { globSync, readFileSync } from "node:fs"
import type { Page } from "playwright"
import { beforeAll, describe, expect, it } from "vitest"
import { partsFile } from "#schemas/administration/galleryParts.ts"
import { persistedState, type GalleryFile, type GalleryState } from "#schemas/administration/gallery.ts"
import { accessibilityViolations, openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const files = [
  partsFile,
  ...globSync("docs/flows/*/*.states.json").map((file) => JSON.parse(readFileSync(file, "utf8")) as GalleryFile),
]
/** Contrast differs by theme, layout by width: two papers cover all four at half the time. */
const papers = [
  { dark: false, width: 1280 },
  { dark: true, width: 390 },
]

const demo = demoApp()
let frame: Awaited<ReturnType<typeof openPage>>

/** What stands in the frame once it has drawn each of these moments, one after the other. */
const drawnIn = (page: Page, messages: ReadonlyArray<object>) =>
  page.evaluate(async (moments) => {
    const textOf = (element: Element) =>
      (element.getAttribute("aria-label") ?? element.textContent ?? "").replaceAll(/\s+/g, " ").trim()
    const all = (selector: string) => [...document.querySelectorAll(selector)].map(textOf)
    /** Texts of which a box that does not scroll hides an end, without the dots that say so. */
    const clippedTexts = (): ReadonlyArray<string> => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Array<string> = []
      const hides = /hidden|clip/
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(node)
        const { left, right, width } = range.getBoundingClientRect()
        if (node.textContent?.trim() === "" || width === 0) continue
        for (let box = node.parentElement; box !== null; box = box.parentElement) {
          const { overflowX, textOverflow, clipPath, position } = getComputedStyle(box)
          if (/auto|scroll/.test(overflowX) || textOverflow === "ellipsis" || clipPath !== "none") break
          const edge = box.getBoundingClientRect()
          const isOut = right > edge.right + 1 || left < edge.left - 1
          if (hides.test(overflowX) && isOut) found.push(node.textContent ?? "")
          if (position === "fixed") break
        }
      }
      return found
    }
    const shown = []
    for (const moment of moments) {
      const messages = new Promise((resolve) => addEventListener("message", resolve, { once: true }))
      window.postMessage(moment, location.origin)
      await messages
      while (document.documentElement.dataset["drawn"] === undefined) await new Promise(requestAnimationFrame)
      shown.push({
        drawn: document.documentElement.dataset["drawn"],
        over: document.documentElement.scrollWidth - innerWidth,
        cut: innerWidth < 600 ? clippedTexts() : [],
        isEmpty: document.body.innerText.trim() === "" && document.querySelector("main *") === null,
        headings: all("h1,h2,h3,h4,.spinner"),
        actions: all("button,a[href],label:has(input[type=file])"),
      })
    }
    return shown
  }, messages)

const messageOf = (file: GalleryFile, state: GalleryState, dark: boolean): object => ({
  chart: file.chart,
  dark,
  search: state.search,
  person: null,
  moment: { persisted: persistedState(file, state) },
})

type Shown = Awaited<ReturnType<typeof drawnIn>>[number]
const faultsOf = ({ headings, actions }: GalleryState, shown: Shown | undefined): ReadonlyArray<string> =>
  shown?.drawn !== "frame.drawn"
    ? [shown?.drawn ?? "not drawn"]
    : [
        ...(shown.over > 0 ? [`${shown.over} points too wide`] : []),
        ...shown.cut.map((text) => `cut: ${text}`),
        ...(shown.isEmpty ? ["nothing in it"] : []),
        ...headings.filter((one) => !shown.headings.includes(one)).map((one) => `no heading ${one}`),
        ...actions.filter((one) => !shown.actions.includes(one)).map((one) => `no action ${one}`),
      ]

const nameOf = (state: GalleryState, index: number): string =>
  `${index} ${JSON.stringify(state.snapshot.value)} ${state.variant}`

beforeAll(async () => {
  frame = await openPage(demo.browser)
  await frame.page.goto(`${demo.app.url}/gallery.html`)
})

describe("the gallery's frame", () => {
  it.each(files.map((file) => [file.chart, file] as const))("keeps the promises of %s", async (_, file) => {
    const { page, errors } = frame
    const faults: Array<string> = []
    for (const { dark, width } of papers) {
      await page.setViewportSize({ width, height: 900 })
      // The system is the other way round: a picture follows the message.
      await page.emulateMedia({ colorScheme: dark ? "light" : "dark" })
      const messages = file.states.map((state) => messageOf(file, state, dark))
      const shown = await drawnIn(page, messages)
      for (const [index, state] of file.states.entries()) {
        const found = [...faultsOf(state, shown[index])]
        // Each view has an accessibility test of its own; of the pictures the first is looked at too, and every part.
        if (index === 0 || file === partsFile) {
          await drawnIn(page, messages.slice(index, index + 1))
          found.push(...(await accessibilityViolations(page)))
        }
        faults.push(...found.map((fault) => `${nameOf(state, index)}, ${width} wide: ${fault}`))
      }
    }
    expect(file.states.length).toBeGreaterThan(0)
    expect([...faults, ...errors]).toEqual([])
  })
})

describe("the gallery", () => {
  it("shows each state of a chart on each paper, and draws what is looked at", async () => {
    const { page, errors, close } = await openPage(demo.browser)
    const session = files.find(({ chart }) => chart === "session")!
    await signIn(page, demo.app.url, "admin@northwind.test")
    await page.getByRole("heading", { level: 1, name: "Home", exact: true }).waitFor()
    await page.goto(`${demo.app.url}/dev/flows?chart=session&view=gallery`)
    await page.getByText(`${session.states.length} states`).waitFor()
    expect(await page.locator(".view-frame").count()).toBe(session.states.length * 4)
    const first = page.frameLocator(".view-frame iframe").first()
    await first.locator("main *").first().waitFor()
    // Only what is on the screen is drawn: each is a page of its own.
    expect(await page.locator(".view-frame iframe").count()).toBeLessThan(30)
    await page.goto(`${demo.app.url}/dev/flows?chart=session&view=gallery&state=3&theme=dark&width=390`)
    await page.locator(".view-frame iframe").waitFor()
    expect(await page.locator(".view-frame").count()).toBe(1)
    expect(await accessibilityViolations(page)).toEqual([])
    expect(errors).toEqual([])
    await close()
  })
})
