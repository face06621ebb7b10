import type { Page } from "playwright"

/** What the focus stands on: the name that is read out, and the id. */
const focused = (page: Page): Promise<{ readonly name: string; readonly id: string }> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement
    const name = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText
    return { name: name.trim(), id: element.id }
  })

/** Uses a page as someone without a mouse does. */
export const byKeyboard = (page: Page) => {
  const reachOne = async (what: string, isIt: (on: { readonly name: string; readonly id: string }) => boolean) => {
    const passed: Array<string> = []
    for (let presses = 0; presses < 90; presses += 1) {
      const on = await focused(page)
      if (isIt(on)) return
      passed.push(on.name)
      await page.keyboard.press("Tab")
    }
    throw new Error(`Tab does not reach “${what}”, only: ${[...new Set(passed)].join(" | ")}`)
  }
  /** Goes by Tab to the control of this name. */
  const reach = (name: string | RegExp): Promise<void> =>
    reachOne(String(name), (on) => (typeof name === "string" ? on.name === name : name.test(on.name)))
  /** Goes by Tab to a control whose name others have too. */
  const reachId = (id: string): Promise<void> => reachOne(id, (on) => on.id === id)
  const press = async (name: string | RegExp): Promise<void> => {
    await reach(name)
    await page.keyboard.press("Enter")
  }
  const type = async (name: string, text: string): Promise<void> => {
    await reach(name)
    await page.keyboard.type(text)
  }
  /** Does something by the palette. */
  const command = async (text: string): Promise<void> => {
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog").getByRole("combobox").waitFor()
    await page.keyboard.type(text)
    await page.getByRole("option", { name: text }).first().waitFor()
    await page.keyboard.press("Enter")
    // It keeps the focus within while it goes.
    await page.getByRole("dialog").waitFor({ state: "detached" })
  }
  const inDialog = async (name: string): Promise<void> => {
    // It takes no focus while the dialog still counts or checks something.
    await page.getByRole("dialog").getByRole("button", { name, disabled: false }).waitFor()
    await press(name)
  }
  return { reach, reachId, press, type, command, inDialog }
}
