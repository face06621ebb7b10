import { describe, expect, it } from "vitest"
import { Link, Router, useSearch } from "wouter"
import { addressOf, aroundNavigation, leaveTo, useLeaveGuard, watchLeaving } from "../../src/wiring/leaving.ts"
import { press, render, textOf } from "#tests/support/render.tsx"

// Once, before anything is rendered, as the front door does.
watchLeaving()

const Guarded = ({ loses, ask }: { readonly loses: () => boolean; readonly ask: (to: string) => void }) => {
  useLeaveGuard(loses, ask)
  return <p>writing</p>
}
/** What is written stands next to other things of the page, of which none is lost. */
const Page = (props: Parameters<typeof Guarded>[0]) =>
  useSearch() === "page=write" ? (
    <>
      <Guarded loses={() => false} ask={unasked} />
      <Guarded {...props} />
      <Guarded loses={() => false} ask={unasked} />
    </>
  ) : (
    <p>the list</p>
  )
const unasked = (to: string): never => {
  throw new Error(`Nothing is lost by going to ${to}.`)
}

const show = async (dirty: boolean, heard: (to: string) => void = () => undefined) => {
  history.pushState(null, "", `${location.pathname}?page=list`)
  history.pushState(null, "", `${location.pathname}?page=write`)
  const asked = Promise.withResolvers<string>()
  const rendered = await render(
    <Router aroundNav={aroundNavigation}>
      <Page
        loses={() => dirty}
        ask={(to) => {
          heard(to)
          asked.resolve(to)
        }}
      />
      <Link href="?page=elsewhere">Elsewhere</Link>
      <Link href={`${location.pathname}?page=write`}>Here</Link>
      <a href="#step-2">Step 2</a>
    </Router>,
  )
  return { ...rendered, asked: asked.promise }
}

const popped = (): Promise<void> =>
  new Promise((resolve) => addEventListener("popstate", () => resolve(), { once: true, capture: true }))

describe("leaving a page with unsaved changes", () => {
  it("is asked about at a link, and nothing moves", async () => {
    const { container, asked } = await show(true)
    await press("Elsewhere", container)
    expect(await asked).toContain("?page=elsewhere")
    expect(location.search).toBe("?page=write")
    expect(textOf(container)).toContain("writing")
  })

  it("is not asked about at a link to where one is", async () => {
    const asked: Array<string> = []
    const { container } = await show(true, (to) => asked.push(to))
    await press("Here", container)
    expect(asked).toEqual([])
    expect(textOf(container)).toContain("writing")
  })

  it("is not asked about at a link to a place within the page", async () => {
    const asked: Array<string> = []
    const { container } = await show(true, (to) => asked.push(to))
    const moved = popped()
    await press("Step 2", container)
    await moved
    expect([asked, location.hash]).toEqual([[], "#step-2"])
    expect(textOf(container)).toContain("writing")
  })

  it("is asked about at Back, and the page never goes away", async () => {
    const { container, asked } = await show(true)
    history.back()
    expect(await asked).toContain("?page=list")
    expect(location.search).toBe("?page=write")
    expect(textOf(container)).toContain("writing")
  })

  it("is asked about by the browser when the window closes", async () => {
    await show(true)
    const closing = new Event("beforeunload", { cancelable: true })
    dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
  })

  it("goes on once it was answered, and without a question when nothing would be lost", async () => {
    const { container } = await show(true)
    leaveTo(`${location.pathname}?page=list`)
    await expect.poll(() => textOf(container)).toContain("the list")
    const clean = await show(false)
    const back = popped()
    history.back()
    await back
    await expect.poll(() => textOf(clean.container)).toContain("the list")
    await press("Elsewhere", clean.container)
    expect(location.search).toBe("?page=elsewhere")
  })

  it("writes addresses with the parameters that are set", () => {
    expect(addressOf("/sms", { id: null })).toBe("/sms")
    expect(addressOf("/sms", { search: "flu & co", id: null })).toBe("/sms?search=flu+%26+co")
  })
})
