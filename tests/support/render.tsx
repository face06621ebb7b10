import "#views/blueprint.css"
import "#views/tokens.css"
import "#views/session/session.css"
import "#views/parts/parts.css"
import "#views/layout/layout.css"
import axe from "axe-core"
import type { ReactNode } from "react"
import { act } from "react"
import { createRoot } from "react-dom/client"
import { IntlProvider } from "react-intl"
import { afterEach } from "vitest"
import { words } from "#schemas/words.ts"
import { Pickers } from "#views/parts/Pickers.ts"
import { useRunningPicker } from "../../src/wiring/picker.ts"
import { animationsEnded } from "./animationsEnded.ts"

type Rendered = { readonly container: HTMLElement; readonly unmount: () => void }

declare global {
  // React asks for this before it lets `act` flush.
  var IS_REACT_ACT_ENVIRONMENT: boolean
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true

const fail = (error: Error): never => {
  throw error
}

let unmount = (): void => undefined
afterEach(() => unmount())

/**
 * Renders a view with the product's words and styles; a missing word is an error. It takes the place of what was
 * rendered before, and goes when the test ends.
 */
export const render = async (
  view: ReactNode,
  options: { readonly dark?: boolean; readonly zone?: string } = {},
): Promise<Rendered> => {
  unmount()
  const container = document.createElement("div")
  document.body.append(container)
  document.documentElement.classList.toggle("bp6-dark", options.dark === true)
  const root = createRoot(container)
  unmount = () => {
    act(() => root.unmount())
    container.remove()
  }
  await act(async () =>
    root.render(
      <IntlProvider
        locale="en"
        messages={words}
        onError={fail}
        {...(options.zone === undefined ? {} : { timeZone: options.zone })}
      >
        <Pickers value={useRunningPicker}>{view}</Pickers>
      </IntlProvider>,
    ),
  )
  return { container, unmount }
}

/** What axe finds wrong with what is on the page once nothing moves, as short sentences; empty when all is well. */
export const accessibilityFaults = async (where: Element = document.body): Promise<ReadonlyArray<string>> => {
  await animationsEnded()
  const { violations } = await axe.run(where, {
    rules: {
      // Off without being asked for: 24 points, or room around what is smaller (WCAG 2.5.8).
      "target-size": { enabled: true },
      "document-title": { enabled: false },
      "html-has-lang": { enabled: false },
      region: { enabled: false },
    },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`)
}

/** Presses the button or link with this accessible name. */
export const press = async (name: string | RegExp, where: Element = document.body): Promise<void> => {
  const matches = (element: Element): boolean => {
    const label = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim()
    return typeof name === "string" ? label === name : name.test(label)
  }
  const found = [...where.querySelectorAll<HTMLElement>("button, a[href]")].filter(matches)
  if (found.length !== 1) throw new Error(`${found.length} buttons or links are named ${String(name)}.`)
  await act(async () => found[0]?.click())
}

/** The text a person reads in an element: of a time its short form, not the full one for screen readers. */
export const textOf = (element: Element | null): string => {
  const seen = element?.cloneNode(true) as Element | undefined
  for (const full of seen?.querySelectorAll("time > .visually-hidden") ?? []) full.remove()
  return (seen?.textContent ?? "").replaceAll(/\s+/g, " ").trim()
}

/** What describes an element to those who do not see it, as the reason of a button that takes no press. */
export const reasonOf = (element: Element | null | undefined): string =>
  textOf(document.getElementById(element?.getAttribute("aria-describedby") ?? ""))

/** The button of this name. */
export const buttonNamed = (name: string, where: Element = document.body): HTMLButtonElement | undefined =>
  [...where.querySelectorAll("button")].find((one) => (one.ariaLabel ?? textOf(one)) === name)
