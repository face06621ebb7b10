import { dragged, zoomed, type MapView, type Point, type Size } from "#schemas/scheduling/mapView.ts"

/** What is on the screen, and where a gesture tells what it made of it. */
export type MapHand = { readonly view: MapView; readonly size: Size; readonly move: (view: MapView) => void }

/** A movement of fewer pixels is a press. */
const leastDrag = 4
/** How long the wheel rests before the map is drawn again. */
const restMillis = 120
/** Pixels of the wheel that double the scale; fingers on a touchpad, which come with Ctrl, move less. */
const doubling = { wheel: 300, pinch: 60 } as const

const ownControls = "button, a"

/** How what was drawn for one view is moved to stand as in another. */
const transformTo = (drawn: MapView, { x, y, scale }: MapView): string =>
  `translate(${(drawn.x - x) * scale}px, ${(drawn.y - y) * scale}px) scale(${scale / drawn.scale})`

/**
 * Drags and zooms a map by pointer and wheel: moves what is drawn, once a frame, and tells the new view when the hand
 * rests. So neither the chart nor React hears of every pixel.
 */
export const mapGestures = (surface: HTMLElement, hand: () => MapHand) => {
  const ends = new AbortController()
  const listen = <K extends keyof HTMLElementEventMap>(type: K, hear: (event: HTMLElementEventMap[K]) => void): void =>
    surface.addEventListener(type, hear, { passive: false, signal: ends.signal })
  let live: MapView | null = null
  let frame = 0
  let rest: ReturnType<typeof setTimeout> | undefined
  let from: (Point & { readonly view: MapView }) | null = null
  let isDrag = false

  const paint = (): void => {
    frame = 0
    const layer = surface.querySelector<HTMLElement>(".map-layer")
    if (layer !== null) layer.style.transform = live === null ? "" : transformTo(hand().view, live)
  }
  const show = (view: MapView): void => {
    live = view
    if (frame === 0) frame = requestAnimationFrame(paint)
  }
  const tell = (): void => {
    clearTimeout(rest)
    rest = undefined
    if (live !== null) hand().move(live)
  }
  const fromMiddle = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = surface.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  listen("pointerdown", ({ button, clientX, clientY }) => {
    isDrag = false
    if (button === 0) from = { x: clientX, y: clientY, view: live ?? hand().view }
  })
  listen("pointermove", (event) => {
    if (from === null) return
    const moved = { x: event.clientX - from.x, y: event.clientY - from.y }
    if (!isDrag && Math.hypot(moved.x, moved.y) < leastDrag) return
    if (!isDrag) surface.setPointerCapture(event.pointerId)
    isDrag = true
    show(dragged(hand().size, from.view, moved))
  })
  const release = (): void => {
    if (isDrag) tell()
    from = null
  }
  listen("pointerup", release)
  listen("pointercancel", release)
  // What was dragged by a mark is not pressed.
  surface.addEventListener(
    "click",
    (event) => {
      if (!isDrag) return
      isDrag = false
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal: ends.signal },
  )
  listen("wheel", (event) => {
    const { size, view } = hand()
    const before = live ?? view
    const factor = 2 ** (-event.deltaY / (event.ctrlKey ? doubling.pinch : doubling.wheel))
    const next = zoomed(size, before, factor, fromMiddle(event))
    // Where there is no more to zoom, the page scrolls on.
    if (next.scale === before.scale) return
    event.preventDefault()
    show(next)
    clearTimeout(rest)
    rest = setTimeout(tell, restMillis)
  })
  listen("dblclick", (event) => {
    if (event.target instanceof Element && event.target.closest(ownControls) !== null) return
    const { size, view, move } = hand()
    move(zoomed(size, view, 2, fromMiddle(event)))
  })
  return {
    /** The map was drawn again; what was moved by hand until then is in it. */
    drawn: (): void => {
      live = null
      cancelAnimationFrame(frame)
      paint()
    },
    end: (): void => {
      ends.abort()
      clearTimeout(rest)
      cancelAnimationFrame(frame)
    },
  }
}
