import { useEffect, useRef, useState } from "react"

/**
 * A chart drawn by Mermaid, in a frame of its own: the library writes inline styles,
 * which the policy of our pages forbids. The frame is told the chart's id, its text and whether it is dark.
 */
export const FlowPicture = (props: { readonly chart: string; readonly text: string; readonly title: string }) => {
  const { chart, text, title } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const darkness = matchMedia("(prefers-color-scheme: dark)")
    const tell = (): void => {
      if (ready) frame.current?.contentWindow?.postMessage({ chart, text, dark: darkness.matches }, location.origin)
    }
    tell()
    darkness.addEventListener("change", tell)
    return () => darkness.removeEventListener("change", tell)
  }, [ready, chart, text])
  return <iframe ref={frame} className="flow-picture" title={title} src="/picture.html" onLoad={() => setReady(true)} />
}
