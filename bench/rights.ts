/**
 * How soon a change of somebody's rights is in force: from the moment an administrator saves it until each open tab
 * of that person shows the page in its menu, or shows it no more. A right that is given needs another token, one that is
 * taken away does not, so each is measured for itself; next to both, one reading of the user. Fails where a change
 * takes longer than a second.
 * Run: `npm run bench -- rights`.
 */
import type { User, UserSummary } from "#schemas/administration/user.ts"
import { signInOverHttp } from "#tests/support/calls.ts"
import { signIn, startChromium } from "#tests/support/chromium.ts"
import { startApp, temporaryData } from "#tests/support/runningApp.ts"

const tabs = 3
const goalMillis = 1_000
/** Each signs in once: the login calls of one person are limited, and so many changes in a minute would meet the limit. */
const people = [
  { name: "Ana Ruiz", email: "ana.ruiz@northwind.test" },
  { name: "Dana Whitfield", email: "dana.whitfield@northwind.test" },
  { name: "Dev Malik", email: "dev.malik@northwind.test" },
  { name: "Joyce Lam", email: "joyce.lam@northwind.test" },
]
/** Rights that open a page of the menu, by its link. */
const links = new Map([
  [1, "sms"],
  [3, "campaign"],
  [4, "report"],
  [7, "location"],
  [11, "Schedule"],
])
const profile = 14

/**
 * When the menu of a page has a link, or has it no more, in milliseconds since 1970. The page itself says so: the
 * driver of a browser looks every half second.
 */
const shown = ({ link, isShown }: { readonly link: string; readonly isShown: boolean }): Promise<number> =>
  new Promise((resolve) => {
    const look = (): void => {
      const links = [...document.querySelectorAll<HTMLElement>(".nav-bar a")]
      if (links.some((one) => one.innerText.trim() === link && one.checkVisibility()) !== isShown) return
      watching.disconnect()
      resolve(Date.now())
    }
    const watching = new MutationObserver(look)
    watching.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    look()
  })

const data = await temporaryData()
const app = await startApp(data.dataDir)
const browser = await startChromium()
const bare: Array<number> = []
const given: Array<number> = []
const taken: Array<number> = []
try {
  const token = await signInOverHttp(app.url, "people@northwind.test")
  const ask = async <A>(path: string, init: RequestInit = {}): Promise<A> => {
    const response = await fetch(`${app.url}/api/User/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...init.headers },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { readonly data: A }).data
  }

  for (const person of people) {
    const found = await ask<ReadonlyArray<UserSummary>>(`GetUsers?search=${encodeURIComponent(person.name)}`)
    const hashedId = found[0]?.hashedId ?? ""
    const read = () => ask<User>(`GetUser?hashedId=${hashedId}`)
    const save = async (accessIds: ReadonlyArray<number>) => {
      const { user, version } = await read()
      return ask("SaveUser", {
        method: "POST",
        headers: { "if-match": String(version), "idempotency-key": crypto.randomUUID() },
        body: JSON.stringify({ hashedId, user: { ...user, accessIds, groupIds: [] } }),
      })
    }
    await save([profile])
    const context = await browser.newContext()
    const first = await context.newPage()
    await signIn(first, app.url, person.email)
    const pages = [first, ...(await Promise.all(Array.from({ length: tabs - 1 }, () => context.newPage())))]
    for (const page of pages) {
      if (page !== first) await page.goto(`${app.url}/profile`)
      await page.locator("main h1").first().waitFor()
    }
    const held = new Set([profile])
    const change = async (id: number, link: string, state: "visible" | "detached") => {
      const begun = performance.now()
      await read()
      bare.push(performance.now() - begun)
      if (state === "visible") held.add(id)
      else held.delete(id)
      // Asked for before, so that nothing is missed while the save is answered.
      const seen = pages.map((page) => page.evaluate(shown, { link, isShown: state === "visible" }))
      const saved = Date.now()
      await save([...held])
      const times = state === "visible" ? given : taken
      times.push(Math.max(...(await Promise.all(seen))) - saved)
    }
    for (const [id, link] of links) await change(id, link, "visible")
    for (const [id, link] of links) await change(id, link, "detached")
    await context.close()
  }
} finally {
  await browser.close()
  await app.stop()
  await data.remove()
}
const at = (all: ReadonlyArray<number>, share: number): number =>
  all.toSorted((one, other) => one - other)[Math.min(Math.floor(all.length * share), all.length - 1)] ?? 0
const said = (times: ReadonlyArray<number>): string =>
  `p50 ${at(times, 0.5).toFixed(0)} ms, at most ${at(times, 1).toFixed(0)} ms`
const slowest = Math.max(at(given, 1), at(taken, 1))
console.log(`Changes of rights in ${tabs} tabs, in force in all (goal ${goalMillis} ms):`)
console.log(`  given, ${given.length} times: ${said(given)}`)
console.log(`  taken away, ${taken.length} times: ${said(taken)}`)
console.log(`  one reading of the user: ${said(bare)}`)
process.exit(slowest <= goalMillis ? 0 : 1)
