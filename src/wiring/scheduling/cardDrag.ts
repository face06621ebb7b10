import { timeAt } from "#schemas/scheduling/slot.ts"
import { minuteHeight } from "#views/scheduling/appointmentGrid.ts"
import type { MoveTo } from "#schemas/scheduling/moveTimes.ts"

/** An appointment by its public id, and where its card was let go. */
export type Dropped = { readonly hashedId: string; readonly to: MoveTo }

/** A movement of fewer pixels is a press. */
const leastDrag = 6
/** Times are found in steps of so many minutes. */
const step = 5

/** Statuses that move: what is over stays where it was. */
const movable = ".appointment-card-booked, .appointment-card-confirmed"

/** What lies under a point and the card that is held there, with the time that its top stands for. */
const targetAt = (held: HTMLElement, x: number, y: number, top: number): MoveTo | null => {
  const column = document
    .elementsFromPoint(x, y)
    .filter((one) => !held.contains(one))
    .map((one) => one.closest<HTMLElement>("[data-place]"))
    .find((one) => one !== null)
  const { place, day, from } = column?.dataset ?? {}
  if (column === undefined || column === null || place === undefined || day === undefined) return null
  const minutes = Number(from) + (top - column.getBoundingClientRect().top) / minuteHeight
  const rounded = Math.min(Math.max(Math.round(minutes / step) * step, 0), 24 * 60 - step)
  return { place, day, near: timeAt(rounded) }
}

/** Lets the cards of a calendar be dragged; tells where one was let go, and moves nothing itself. The same is done by Reschedule. */
export const cardDrag = (calendar: HTMLElement | null, drop: (dropped: Dropped) => void): (() => void) => {
  const ends = new AbortController()
  const listen = <K extends keyof HTMLElementEventMap>(type: K, hear: (event: HTMLElementEventMap[K]) => void): void =>
    calendar?.addEventListener(type, hear, { signal: ends.signal, capture: true })
  let held: { readonly card: HTMLElement; readonly x: number; readonly y: number; readonly top: number } | null = null
  let isDrag = false
  const letGo = (): void => {
    if (held === null) return
    held.card.style.transform = ""
    held.card.classList.remove("appointment-card-dragged")
    held = null
  }
  listen("pointerdown", (event) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>(movable) : null
    isDrag = false
    // A finger scrolls; it moves a card by Reschedule.
    if (card === null || event.button !== 0 || event.pointerType === "touch") return
    held = { card, x: event.clientX, y: event.clientY, top: card.getBoundingClientRect().top }
  })
  listen("pointermove", (event) => {
    if (held === null) return
    const [x, y] = [event.clientX - held.x, event.clientY - held.y]
    if (!isDrag && Math.hypot(x, y) < leastDrag) return
    if (!isDrag) calendar?.setPointerCapture(event.pointerId)
    isDrag = true
    held.card.classList.add("appointment-card-dragged")
    held.card.style.transform = `translate(${x}px, ${y}px)`
  })
  listen("pointerup", (event) => {
    if (held !== null && isDrag) {
      const target = targetAt(held.card, event.clientX, event.clientY, held.top + event.clientY - held.y)
      const hashedId = held.card.dataset["appointment"]
      if (target !== null && hashedId !== undefined) drop({ hashedId, to: target })
    }
    letGo()
  })
  listen("pointercancel", letGo)
  calendar?.addEventListener("keydown", (event) => event.key === "Escape" && letGo(), { signal: ends.signal })
  // What was dragged is not pressed.
  listen("click", (event) => {
    if (!isDrag) return
    event.preventDefault()
    event.stopPropagation()
    isDrag = false
  })
  return () => {
    letGo()
    ends.abort()
  }
}
