import type { Zoom } from "#schemas/administration/picture.ts"

const least = 0.1
const most = 3
/** Two steps are about the double. */
const step = 1.4
/** A picture that would be smaller than this cannot be read: it is shown so large, around what is marked. */
const readable = 0.7

const keys: Readonly<Record<string, Zoom>> = { "+": "in", "=": "in", "-": "out", "0": "actual", f: "fit" }

type Point = { readonly x: number; readonly y: number }
const middle = (): Point => ({ x: innerWidth / 2, y: innerHeight / 2 })

const marked = (): ReadonlyArray<Element> => [...document.querySelectorAll(".present")]

/** By what a state is known again in the next picture: its name for Mermaid, which adds a number of the drawing. */
const nameOf = ({ id }: Element): string => id.replace(/-\d+$/, "")

/**
 * The box around marked states, in points of the screen; undefined where there are none. Where they do not fit into
 * the frame together, the last one's: states that hold others are drawn before those.
 */
const boxAround = (states: ReadonlyArray<Element>): DOMRect | undefined => {
  const boxes = states.map((one) => one.getBoundingClientRect())
  const last = boxes.at(-1)
  if (last === undefined) return undefined
  const [x, y] = [Math.min(...boxes.map(({ left }) => left)), Math.min(...boxes.map(({ top }) => top))]
  const whole = new DOMRect(
    x,
    y,
    Math.max(...boxes.map(({ right }) => right)) - x,
    Math.max(...boxes.map(({ bottom }) => bottom)) - y,
  )
  return whole.width < innerWidth && whole.height < innerHeight ? whole : last
}

/** Whether a state can be read where it stands: whole, or its beginning where it is larger than the frame. */
const isSeen = (state: Element): boolean => {
  const { left, right, top, bottom, width, height } = state.getBoundingClientRect()
  return (
    left >= 0 &&
    top >= 0 &&
    (right <= innerWidth || width > innerWidth) &&
    (bottom <= innerHeight || height > innerHeight)
  )
}

/** Brings states, or else the top, to the middle; the elements' own way to do so would move the page around the frame too. */
const showMiddle = (states: ReadonlyArray<Element> = marked()): void => {
  const box = boxAround(states)
  if (box === undefined) scrollTo((document.documentElement.scrollWidth - innerWidth) / 2, 0)
  else scrollBy(box.x + (box.width - innerWidth) / 2, box.y + (box.height - innerHeight) / 2)
}

/**
 * The size of the picture in its frame: by what the page around asks for, the keys
 * + - 0 and f, the wheel with Ctrl, and dragging.
 * @param onShown hears the size in force, in percent.
 */
export const zooming = (onShown: (percent: number) => void) => {
  let picture: SVGSVGElement | null = null
  let scale = 1
  let fits = false
  /** What was marked in the last picture. */
  let before: ReadonlySet<string> = new Set()

  const natural = (): Point => {
    const { width, height } = picture?.viewBox.baseVal ?? { width: 1, height: 1 }
    return { x: width, y: height }
  }
  const fitting = (): number => Math.min(1, innerWidth / natural().x, innerHeight / natural().y)

  const sized = (next: number): void => {
    scale = Math.min(most, Math.max(least, next))
    picture?.setAttribute("width", String(natural().x * scale))
    picture?.setAttribute("height", String(natural().y * scale))
    onShown(Math.round(scale * 100))
  }
  /** The point under `at` stays where it is. */
  const resize = (next: number, at: Point): void => {
    const [x, y] = [(scrollX + at.x) / scale, (scrollY + at.y) / scale]
    sized(next)
    scrollTo(x * scale - at.x, y * scale - at.y)
  }
  const zoom = (how: Zoom, at: Point = middle()): void => {
    fits = how === "fit"
    if (how === "fit") sized(fitting())
    else resize(how === "actual" ? 1 : scale * (how === "in" ? step : 1 / step), at)
    if (how === "actual") showMiddle()
  }
  return {
    zoom,
    /**
     * Another picture of the same chart keeps its size, and its place unless a state that was
     * entered would be out of sight; that of another one is shown whole where it can be read.
     * @param place where the last picture of the same chart was scrolled to; null for another chart.
     */
    take: (drawn: SVGSVGElement | null, place: Point | null): void => {
      picture = drawn
      const now = marked()
      const entered = now.filter((state) => !before.has(nameOf(state)))
      before = new Set(now.map(nameOf))
      if (place !== null) {
        sized(fits ? fitting() : scale)
        scrollTo(place.x, place.y)
        return entered.every(isSeen) ? undefined : showMiddle(entered)
      }
      fits = fitting() >= readable
      sized(fits ? fitting() : readable)
      showMiddle()
    },
    listen: (): void => {
      addEventListener("resize", () => {
        if (fits) sized(fitting())
      })
      addEventListener("keydown", (event) => {
        const how = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
        if (how !== undefined) zoom(how)
      })
      addEventListener(
        "wheel",
        (event) => {
          if (!event.ctrlKey) return
          event.preventDefault()
          fits = false
          resize(scale * step ** (-event.deltaY / 200), { x: event.clientX, y: event.clientY })
        },
        { passive: false },
      )
      addEventListener("pointermove", ({ buttons, pointerType, movementX, movementY }) => {
        if (buttons === 1 && pointerType === "mouse") scrollBy(-movementX, -movementY)
      })
    },
  }
}
