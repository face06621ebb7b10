import { readFileSync } from "node:fs"

const sheet = readFileSync("node_modules/@blueprintjs/core/lib/css/blueprint.css", "utf8")
/** All of it, as the package ships it, in its layer; to be served at `/whole.css`. */
export const wholeStyles = `@layer blueprint {${sheet}}`
/** In the page: the elements that would look different if the whole of Blueprint's style sheet stood after what was kept of it. */
export const changedByWholeStyles = async (): Promise<ReadonlyArray<string>> => {
  const cut = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].find(({ href }) =>
    href.includes("/inside-"),
  )
  if (cut === undefined) return ["The page has no styles of Blueprint."]
  const whole = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/whole.css" })
  await new Promise((resolve) => {
    whole.addEventListener("load", resolve)
    cut.after(whole)
  })
  const elements = [...document.body.querySelectorAll("[class*=bp6-], [class*=bp6-] > *, h1, h2, p, a, label")]
  const looksOf = () =>
    elements.map((element) => {
      const style = getComputedStyle(element)
      // The minifier writes `none` as a place, which nothing stands at.
      const names = [...style].filter((name) => !/^(?:--|background-position)/.test(name))
      return names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join("; ")
    })
  const wanted = looksOf()
  whole.remove()
  const looks = looksOf()
  return elements.flatMap((element, at) =>
    looks[at] === wanted[at] ? [] : [`${element.tagName}.${element.getAttribute("class") ?? ""}`],
  )
}
