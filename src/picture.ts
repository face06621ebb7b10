import library from "@mermaid-js/tiny/dist/mermaid.tiny.js?url"
import font from "#views/inter.woff2?url"
import type { PictureShown, PictureMessage } from "#schemas/administration/picture.ts"
import { zooming } from "./wiring/picture/zoom.ts"

// The frame that draws a chart, for /dev/flows and for ladders. The server lets this one document have inline styles,
// because the library writes them into its picture; it gets the chart's text and nothing else.

type Mermaid = {
  readonly initialize: (settings: object) => void
  readonly render: (id: string, text: string) => Promise<{ readonly svg: string }>
}

const loaded = new Promise<Mermaid>((resolve, reject) => {
  const script = document.createElement("script")
  script.src = library
  script.addEventListener("load", () => resolve((globalThis as unknown as { readonly mermaid: Mermaid }).mermaid))
  script.addEventListener("error", () => reject(new Error("The drawing library did not come.")))
  document.head.append(script)
})

/** Labels are measured as they are drawn, so the font comes first; where it does not, the system's is measured. */
const lettered = new FontFace("Inter", `url("${font}")`, { weight: "400 600" }).load().then(
  (face) => void document.fonts.add(face),
  () => undefined,
)

const { zoom, take, listen } = zooming((percent) => {
  if (parent !== window) parent.postMessage({ type: "picture.shown", percent } satisfies PictureShown, location.origin)
})
listen()

/** The tokens of docs/look.md, which the library takes as values only. */
const colours = (dark: boolean): Readonly<Record<string, string | boolean>> => {
  const [raised, sunken, line, text] = dark
    ? ["#1a2220", "#0e1413", "#6d7b77", "#e7edeb"]
    : ["#ffffff", "#f4f6f5", "#8a9693", "#14211f"]
  return {
    darkMode: dark,
    background: raised,
    primaryColor: raised,
    primaryBorderColor: line,
    primaryTextColor: text,
    textColor: text,
    lineColor: line,
    transitionColor: line,
    transitionLabelColor: text,
    edgeLabelBackground: raised,
    labelBackgroundColor: raised,
    compositeBackground: sunken,
    compositeTitleBackground: raised,
    compositeBorder: line,
    altBackground: sunken,
    specialStateColor: text,
  }
}

let drawn = ""

const draw = async ({ chart, text, dark }: Exclude<PictureMessage, { readonly zoom: unknown }>): Promise<void> => {
  const mermaid = await loaded
  await lettered
  // The chart that is looked at stays where someone has scrolled to; drawing loses the place.
  const place = { x: scrollX, y: scrollY }
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: "base",
    themeVariables: colours(dark),
    state: { useMaxWidth: false },
    fontFamily: "Inter, system-ui, sans-serif",
  })
  const { svg } = await mermaid.render("chart", text)
  const parsed = new DOMParser().parseFromString(svg, "text/html")
  document.documentElement.style.colorScheme = dark ? "dark" : "light"
  document.getElementById("picture")?.replaceChildren(...parsed.body.childNodes)
  document.body.style.margin = "0"
  take(document.querySelector("svg"), chart === drawn ? place : null)
  drawn = chart
}

// One after the other: the library draws one picture at a time, and the last one asked for must stay.
let drawing: Promise<void> = Promise.resolve()
addEventListener("message", ({ origin, data }: MessageEvent<PictureMessage>) => {
  // Tools that read the page send messages of their own through it.
  if (origin !== location.origin || typeof data !== "object" || data === null) return
  if ("zoom" in data) return zoom(data.zoom)
  if (typeof data.text !== "string") return
  drawing = drawing.then(() => draw(data)).catch((error: unknown) => console.error("PictureError", error))
})
