import library from "@mermaid-js/tiny/dist/mermaid.tiny.js?url"

// The frame that draws a chart for /dev/flows. The server lets this one document have inline styles,
// because the library writes them into its picture; it is told the chart's text and has nothing else.

type Mermaid = {
  readonly initialize: (settings: object) => void
  readonly render: (id: string, text: string) => Promise<{ readonly svg: string }>
}

/** What the page says to its frame. */
type Told = { readonly chart: string; readonly text: string; readonly dark: boolean }

const loaded = new Promise<Mermaid>((resolve, reject) => {
  const script = document.createElement("script")
  script.src = library
  script.addEventListener("load", () => resolve((globalThis as unknown as { readonly mermaid: Mermaid }).mermaid))
  script.addEventListener("error", () => reject(new Error("The drawing library did not come.")))
  document.head.append(script)
})

/** Brings the marked state, or else the top, to the middle; the element's own way to do so would move the page around it too. */
const showMiddle = (): void => {
  const { scrollWidth } = document.documentElement
  const marked = document.querySelector(".present")?.getBoundingClientRect()
  if (marked === undefined) scrollTo((scrollWidth - innerWidth) / 2, 0)
  else
    scrollTo(
      scrollX + marked.x + (marked.width - innerWidth) / 2,
      scrollY + marked.y + (marked.height - innerHeight) / 2,
    )
}

let drawn = ""

const draw = async ({ chart, text, dark }: Told): Promise<void> => {
  const mermaid = await loaded
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: dark ? "dark" : "default",
    // The dark theme's own grey behind an arrow's words falls just short of 4.5 to 1.
    ...(dark ? { themeVariables: { edgeLabelBackground: "#303030" } } : {}),
    state: { useMaxWidth: false },
    fontFamily: "system-ui, sans-serif",
  })
  const { svg } = await mermaid.render("chart", text)
  const parsed = new DOMParser().parseFromString(svg, "text/html")
  document.documentElement.style.colorScheme = dark ? "dark" : "light"
  document.getElementById("picture")?.replaceChildren(...parsed.body.childNodes)
  // The chart that is looked at stays where somebody has scrolled to.
  if (chart !== drawn) showMiddle()
  drawn = chart
}

// One after the other: the library draws one picture at a time, and the last one told must stay.
let drawing: Promise<void> = Promise.resolve()
addEventListener("message", ({ origin, data }: MessageEvent<Told>) => {
  if (origin !== location.origin || typeof data.text !== "string") return
  drawing = drawing.then(() => draw(data)).catch((error: unknown) => console.error("PictureError", error))
})
