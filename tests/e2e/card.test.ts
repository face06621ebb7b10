import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page, Request } from "playwright"
import { describe, expect, it } from "vitest"
import { words } from "#schemas/words.ts"
import { declinedNumber } from "#tests/support/cardTesting.ts"
import { accessibilityViolations, openPage, signIn } from "#tests/support/chromium.ts"
import { demoApp } from "#tests/support/demoApp.ts"

declare global {
  /** In each frame: what other windows sent it. */
  var heardMessages: Array<string> | undefined
}

const demo = demoApp()
const number = "4242424242424242"
const code = "7931"

const fields = (page: Page) => page.frameLocator(`iframe[title="${words["card.frame"]}"]`)
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

const type = async (page: Page, change: { readonly number?: string } = {}): Promise<void> => {
  const card = { "Card number": number, Expires: "09 / 39", "Security code": code, "Billing ZIP": "94105" }
  for (const [label, value] of Object.entries({ ...card, "Name on the card": "Northwind Clinics" }))
    await fields(page).getByLabel(label).fill(value)
  if (change.number !== undefined) await fields(page).getByLabel("Card number").fill(change.number)
}

/** All that the page's own process has in memory. */
const heapOf = async (page: Page): Promise<string> => {
  const debug = await page.context().newCDPSession(page)
  const chunks: Array<string> = []
  debug.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => void chunks.push(chunk))
  await debug.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false })
  await debug.detach()
  return chunks.join("")
}

/** All that the page keeps in the browser. */
const storedIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const all = <A>(request: IDBRequest<A>) =>
      new Promise<A>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result))
        request.addEventListener("error", () => reject(new Error(String(request.error))))
      })
    const kept: Array<unknown> = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await all(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        kept.push(await all(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    return JSON.stringify(kept)
  })

/** All files of the program's data as one text. */
const dataIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)).toString("latin1"))
    .join("\n")

/** The heading above them stands in the page around their frame. */
const fieldsViolations = async (page: Page) =>
  (await accessibilityViolations(page)).filter((one) => !one.includes("page-has-heading-one"))

describe("the fields of a card", () => {
  it("are accessible", async () => {
    const { page, close } = await openPage(demo.browser)
    await signIn(page, demo.app.url, "admin@northwind.test")
    await page.getByRole("heading", { name: words["shell.home"] }).waitFor()
    await page.goto(`${demo.app.url}/profile`)
    await press(page, words["card.replace"])
    await fields(page).getByLabel("Card number").waitFor()
    // Outside of its frame, where the checker can be put into it.
    await page.goto(
      page
        .frames()
        .find((one) => one.url().includes("/fields"))
        ?.url() ?? "",
    )
    await page.getByLabel("Card number").waitFor()
    expect(await fieldsViolations(page)).toEqual([])
    // Leaving a field has it judged; sending is asked of the page around the frame.
    await page.getByLabel("Card number").fill("1")
    await page.getByLabel("Card number").press("Tab")
    await page.getByText("Enter the number on the card.").waitFor()
    expect(await fieldsViolations(page)).toEqual([])
    await close()
  })
})

describe("a card that is replaced", () => {
  it("leaves number and code at the processor: not in our requests, memory, storage, log or data", async () => {
    const { page, errors, close } = await openPage(demo.browser)
    const ours: Array<Request> = []
    await page.addInitScript(() => {
      globalThis.heardMessages = []
      window.addEventListener("message", (event) => void globalThis.heardMessages?.push(JSON.stringify(event.data)))
    })
    page.on("request", (request) => {
      if (request.url().startsWith(demo.app.url)) ours.push(request)
    })
    await signIn(page, demo.app.url, "admin@northwind.test")
    await page.getByRole("heading", { name: words["shell.home"] }).waitFor()
    await page.getByText("The company’s card expires next month").waitFor()
    await page.goto(`${demo.app.url}/profile`)
    await page.getByText(words["card.nextMonth"]).waitFor()
    await press(page, words["card.replace"])

    await press(page, words["card.save"])
    await fields(page).getByText("Enter the number on the card.").waitFor()
    await type(page, { number: declinedNumber })
    await press(page, words["card.save"])
    await page.getByText(words["card.declined"]).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])

    await type(page)
    await fields(page).getByLabel("Name on the card").press("Enter")
    await page.getByRole("region", { name: "Notifications" }).getByText(words["card.saved"]).waitFor()
    await page.getByText("•••• 4242").waitFor()
    await page.getByText(words["card.nextMonth"]).waitFor({ state: "detached" })

    const saves = ours.filter((request) => request.url().includes("SaveCardInfo"))
    expect(saves.map((request) => request.postDataJSON() as object)).toEqual([
      { token: expect.stringMatching(/^pm_[0-9a-f]{24}$/) },
    ])
    const sent = ours.map((request) => `${request.url()} ${request.postData()} ${JSON.stringify(request.headers())}`)
    const heap = await heapOf(page)
    // The search finds what is there. Texts of this size are compared by hand: a failure would print them.
    expect(heap.includes("Visa ending in 4242")).toBe(true)
    const heard = await page.evaluate(() => globalThis.heardMessages?.join("\n") ?? "")
    expect(heard.includes("card.token")).toBe(true)
    const places = {
      heard,
      sent: sent.join("\n"),
      heap,
      stored: await storedIn(page),
      log: demo.app.printed(),
    }
    for (const text of Object.values(places)) {
      expect(text.includes(number)).toBe(false)
      expect(text.includes(declinedNumber)).toBe(false)
    }
    // The code is short, so it is looked for as a text of its own where numbers may stand.
    expect(heard.includes(`"${code}"`) || places.sent.includes(`"${code}"`)).toBe(false)
    // Times and ids have these digits within them now and then.
    const alone = new RegExp(String.raw`(?<![\w.-])${code}(?![\w.-])`)
    expect(alone.test(`"${code}"`)).toBe(true)
    expect(alone.test(places.stored) || alone.test(places.log)).toBe(false)
    // The browser itself notes the answer to the card that was declined.
    expect(errors.filter((error) => !error.includes("402"))).toEqual([])
    await close()

    await demo.app.stop()
    const data = dataIn(demo.app.dataDir)
    expect(data.includes("CardSaved")).toBe(true)
    expect(data.includes(number) || data.includes(declinedNumber)).toBe(false)
  })
})
