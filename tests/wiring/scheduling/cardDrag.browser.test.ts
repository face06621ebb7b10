import { afterEach, describe, expect, it } from "vitest"
import { cardDrag, type Dropped } from "../../../src/wiring/scheduling/cardDrag.ts"

let end = (): void => undefined
afterEach(() => {
  end()
  document.body.replaceChildren()
})

/** A calendar of two columns from eight o'clock on, with a card at nine in the first. */
const draw = (status: string) => {
  document.body.innerHTML = `<div id="calendar" style="position:fixed;inset:0;display:grid;grid-template-columns:200px 200px">
    <ul data-place="midtown" data-day="2026-11-20" data-from="480" style="position:relative;height:600px;margin:0;padding:0">
      <li style="position:absolute;top:90px;height:45px;width:100%">
        <a href="#" class="appointment-card appointment-card-${status}" data-appointment="a1" style="display:block;height:45px">Maria</a>
      </li>
    </ul>
    <ul data-place="harlem" data-day="2026-11-20" data-from="480" style="height:600px;margin:0;padding:0"></ul>
  </div>`
  const drops: Array<Dropped> = []
  end = cardDrag(document.querySelector<HTMLElement>("#calendar"), (dropped) => drops.push(dropped))
  return { drops, card: document.querySelector<HTMLElement>(".appointment-card")! }
}
const point = (card: HTMLElement, type: string, x: number, y: number, more: PointerEventInit = {}): void => {
  card.dispatchEvent(
    new PointerEvent(type, { bubbles: true, button: 0, pointerType: "mouse", clientX: x, clientY: y, ...more }),
  )
}

describe("a card that is dragged", () => {
  // A pointer that no device made cannot be captured.
  const calendarOf = (): HTMLElement => {
    const calendar = document.querySelector<HTMLElement>("#calendar")!
    calendar.setPointerCapture = () => undefined
    return calendar
  }

  it("tells over which location and at which time its top was let go, in steps of five minutes", () => {
    const { drops, card } = draw("booked")
    calendarOf()
    point(card, "pointerdown", 100, 100)
    point(card, "pointermove", 300, 250)
    expect(card.classList.contains("appointment-card-dragged")).toBe(true)
    point(card, "pointerup", 300, 250)
    expect(drops).toEqual([{ hashedId: "a1", to: { place: "harlem", day: "2026-11-20", near: "10:40" } }])
    expect(card.style.transform).toBe("")
  })

  it("is not opened by the press that ends it, and is by the next", () => {
    const { card } = draw("confirmed")
    calendarOf()
    point(card, "pointerdown", 100, 100)
    point(card, "pointermove", 100, 200)
    point(card, "pointerup", 100, 200)
    const press = () => card.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))
    expect(press()).toBe(false)
    document.body.addEventListener("click", (event) => event.preventDefault(), { once: true })
    const heard: Array<string> = []
    document.body.addEventListener("click", () => heard.push("opened"), { once: true })
    press()
    expect(heard).toEqual(["opened"])
  })

  it.each([
    ["by a finger, which scrolls", "booked", { pointerType: "touch" }],
    ["once the appointment is over", "fulfilled", {}],
    ["by less than six pixels", "booked", {}],
  ] as const)("stays where it is: %s", (why, status, more) => {
    const { drops, card } = draw(status)
    calendarOf()
    const far = why.startsWith("by less") ? 3 : 150
    point(card, "pointerdown", 100, 100, more)
    point(card, "pointermove", 100, 100 + far, more)
    point(card, "pointerup", 100, 100 + far, more)
    expect(drops).toEqual([])
  })

  it("is put back by Escape", () => {
    const { drops, card } = draw("booked")
    calendarOf()
    point(card, "pointerdown", 100, 100)
    point(card, "pointermove", 300, 250)
    card.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))
    point(card, "pointerup", 300, 250)
    expect(drops).toEqual([])
  })
})
