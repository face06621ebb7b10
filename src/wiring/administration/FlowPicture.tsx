import { useEffect, useRef, useState } from "react"
import type { PictureShown, PictureMessage } from "#schemas/administration/picture.ts"
import { PictureTools } from "#views/administration/PictureTools.tsx"

/** The line to a picture's frame: sends it what to draw once it can hear, and hears how large that is shown. */
const useTalk = (chart: string, text: string) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const [percent, setPercent] = useState<number | null>(null)
  const send = (message: PictureMessage): void => frame.current?.contentWindow?.postMessage(message, location.origin)
  useEffect(() => {
    const darkness = matchMedia("(prefers-color-scheme: dark)")
    const draw = (): void => {
      if (ready) send({ chart, text, dark: darkness.matches })
    }
    draw()
    darkness.addEventListener("change", draw)
    return () => darkness.removeEventListener("change", draw)
  }, [ready, chart, text])
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<PictureShown>): void => {
      if (origin === location.origin && source !== null && source === frame.current?.contentWindow)
        setPercent(data.percent)
    }
    addEventListener("message", hear)
    return () => removeEventListener("message", hear)
  }, [])
  return { frame, percent, send, onLoad: () => setReady(true) }
}

/**
 * A chart drawn by Mermaid, in a frame of its own: the library writes inline styles,
 * which the policy of our pages forbids. The frame gets the chart's id, its text and whether it is dark.
 */
export const FlowPicture = (props: { readonly chart: string; readonly text: string; readonly title: string }) => {
  const { chart, text, title } = props
  const { frame, percent, send, onLoad } = useTalk(chart, text)
  return (
    <>
      <iframe ref={frame} className="flow-picture" title={title} src="/picture.html" onLoad={onLoad} />
      <PictureTools percent={percent} onZoom={(zoom) => send({ zoom })} />
    </>
  )
}
