import { useEffect, useRef, useState } from "react"
import type { Drawn, FrameMessage } from "./frameMessage.ts"

/** A view that is taller is cut, in CSS pixels: a list of hundreds of rows shows no more than its beginning. */
const maxHeight = 2_400
const leastHeight = 480
/** How far outside the screen a frame is drawn already. */
const nearby = "200px"

type Props = {
  /** What to draw; another object is drawn again. */
  readonly message: FrameMessage
  /** The width of the screen it is drawn for, in CSS pixels. */
  readonly width: number
  /** How large it may be shown next to its true size. */
  readonly scale: number
  readonly title: string
  /** Whether its controls can be reached, to look at them; they do nothing. */
  readonly reachable?: boolean
  /** Whether it is drawn wherever it stands: what it says is wanted even while no one sees it. */
  readonly always?: boolean
  readonly onDrawn?: (drawn: Drawn) => void
}

/** Whether an element is on the screen or near it, and how much smaller than `width` it is. */
const usePlace = (width: number, scale: number) => {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [fit, setFit] = useState(scale)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: nearby,
    })
    const measure = new ResizeObserver(() => setFit(Math.min(scale, element.clientWidth / width)))
    watcher.observe(element)
    measure.observe(element)
    return () => {
      watcher.disconnect()
      measure.disconnect()
    }
  }, [width, scale])
  return { box, near, fit }
}

/** Sends a frame what to draw once it can hear, and hears what it says. */
const useTalk = (message: FrameMessage, onDrawn: (drawn: Drawn) => void) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(0)
  useEffect(() => {
    if (ready > 0) frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [ready, message])
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<Drawn>): void => {
      if (origin === location.origin && source !== null && source === frame.current?.contentWindow) onDrawn(data)
    }
    addEventListener("message", hear)
    return () => removeEventListener("message", hear)
  }, [onDrawn])
  return { frame, onLoad: () => setReady((times) => times + 1) }
}

const Frame = ({
  props,
  fit,
  onHeight,
}: {
  readonly props: Props
  readonly fit: number
  readonly onHeight: (height: number) => void
}) => {
  const { message, width, title, reachable = false, onDrawn } = props
  const [height, setHeight] = useState(leastHeight)
  const { frame, onLoad } = useTalk(message, (drawn) => {
    if (drawn.type === "frame.drawn") {
      const tall = Math.min(maxHeight, Math.max(leastHeight, drawn.height))
      setHeight(tall)
      onHeight(tall)
    }
    onDrawn?.(drawn)
  })
  return (
    <iframe
      ref={frame}
      title={title}
      src="/gallery.html"
      inert={!reachable}
      onLoad={onLoad}
      style={{ inlineSize: width, blockSize: height, transform: `scale(${fit})` }}
    />
  )
}

/**
 * A chart's real view in a frame of its own, made smaller to fit. It is drawn while
 * it is on the screen or near it only, unless `always` is set: each is a page of its own.
 */
export const ViewFrame = (props: Props) => {
  const { width, scale, always = false } = props
  const { box, near, fit } = usePlace(width, scale)
  const [height, setHeight] = useState(leastHeight)
  return (
    <div className="view-frame" ref={box} style={{ inlineSize: width * scale, blockSize: height * fit }}>
      {(near || always) && <Frame props={props} fit={fit} onHeight={setHeight} />}
    </div>
  )
}
