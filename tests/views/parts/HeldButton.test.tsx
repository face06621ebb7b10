import { act, useReducer } from "react"
import { describe, expect, it } from "vitest"
import { page, userEvent } from "vitest/browser"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { accessibilityFaults, reasonOf, render, textOf } from "#tests/support/render.tsx"

const openSheet = () => document.querySelector(":popover-open")

/** A button that can be pressed `times` times. */
const Limited = ({ times }: { readonly times: number }) => {
  const [left, press] = useReducer((count: number) => count - 1, times)
  return (
    <>
      <HeldButton text="Add" reason={left > 0 ? undefined : "It is full: remove one first."} onClick={press} />
      <output>{left}</output>
    </>
  )
}

describe("a button that takes no press for now", () => {
  it("is reached by the keyboard, is described by its reason, and shows it by a press", async () => {
    await render(<Limited times={0} />)
    await act(() => userEvent.tab())
    const button = document.activeElement
    expect(button).toMatchObject({ ariaDisabled: "true" })
    expect(reasonOf(button)).toBe("It is full: remove one first.")
    expect(openSheet()).toBeNull()
    await act(() => userEvent.keyboard("{Enter}"))
    expect(textOf(openSheet())).toBe("Add It is full: remove one first.")
    expect(await accessibilityFaults()).toEqual([])
    await act(() => userEvent.keyboard("{Escape}"))
    expect(openSheet()).toBeNull()
    expect(textOf(document.querySelector("output"))).toBe("0")
  })

  it("keeps the focus as its last press makes it impossible, and shows no reason before the next one", async () => {
    await render(<Limited times={1} />)
    const add = page.getByRole("button", { name: "Add" })
    await act(() => add.click())
    expect(document.activeElement).toMatchObject({ ariaDisabled: "true" })
    expect(openSheet()).toBeNull()
    // What is disabled for assistive technology is pressed nonetheless.
    await act(() => add.click({ force: true }))
    expect(openSheet()).not.toBeNull()
    expect(textOf(document.querySelector("output"))).toBe("0")
  })

  it("has no sheet where the reason stands in view", async () => {
    const { container } = await render(
      <>
        <HeldButton text="1" reason="No key is heard." saidIn="said" />
        <p id="said">No key is heard.</p>
      </>,
    )
    expect(reasonOf(container.querySelector("button"))).toBe("No key is heard.")
    expect(container.querySelector("[popover]")).toBeNull()
  })

  it("gives no reason where it only waits", async () => {
    const { container } = await render(<HeldButton text="Add" reason={undefined} waits />)
    const button = container.querySelector("button")
    expect(button).toMatchObject({ ariaDisabled: "true", disabled: false })
    expect(reasonOf(button)).toBe("")
  })

  it("keeps the focus while what it does is under way, takes no further press, and is pressed again after", async () => {
    const Slow = () => {
      const [presses, press] = useReducer((count: number) => count + 1, 0)
      const [isOver, end] = useReducer(() => true, false)
      return (
        <>
          <HeldButton text="Hear" loading={presses === 1 && !isOver} onClick={press} />
          <button onClick={end}>End</button>
          <output>{presses}</output>
        </>
      )
    }
    await render(<Slow />)
    const [hear, end] = [...document.querySelectorAll("button")]
    const pressed = () => textOf(document.querySelector("output"))
    await act(() => userEvent.tab())
    await act(() => userEvent.keyboard("{Enter}"))
    await act(() => userEvent.keyboard("{Enter}"))
    expect(document.activeElement).toBe(hear)
    expect(hear).toMatchObject({ ariaDisabled: "true", ariaBusy: "true" })
    expect(await accessibilityFaults()).toEqual([])
    expect(pressed()).toBe("1")
    await act(() => Promise.resolve(end?.click()))
    await act(() => userEvent.keyboard("{Enter}"))
    expect(pressed()).toBe("2")
  })

  it("holds back its form, by a press and by Enter in a field, and keeps the focus while the form is sent", async () => {
    const Sent = () => {
      const [times, send] = useReducer((count: number) => count + 1, 0)
      const [isOpen, open] = useReducer(() => true, false)
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          <input aria-label="Name" onChange={open} />
          <HeldButton type="submit" text="Save" waits={!isOpen} loading={times === 1} />
          <output>{times}</output>
        </form>
      )
    }
    await render(<Sent />)
    const sent = () => textOf(document.querySelector("output"))
    await act(() => userEvent.tab())
    await act(() => userEvent.keyboard("{Enter}"))
    await act(() => page.getByRole("button", { name: "Save" }).click({ force: true }))
    expect(sent()).toBe("0")
    await act(() => page.getByLabelText("Name").fill("Spring"))
    await act(() => userEvent.tab())
    await act(() => userEvent.keyboard("{Enter}"))
    await act(() => userEvent.keyboard("{Enter}"))
    expect(sent()).toBe("1")
    expect(document.activeElement).toMatchObject({ type: "submit", ariaBusy: "true" })
  })
})
