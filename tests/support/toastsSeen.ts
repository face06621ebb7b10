/** A toast as a person sees it: what it says, and where it stands in the window. */
export type SeenToast = {
  readonly intent: string | null
  readonly text: string | undefined
  readonly beneath: ReadonlyArray<string>
  readonly place: "top right" | "elsewhere" | "out of sight"
}

/**
 * What a person sees of the stack of toasts. One that is in the document but see-through, outside the window or behind
 * something else is out of sight. A page can be given this function: it uses nothing but its argument and the page.
 */
export const toastsSeen = (toasts: ReadonlyArray<Element>): ReadonlyArray<SeenToast> => {
  /** The distance in pixels from the edge within which something still stands at it. */
  const near = 32
  /** The first stands below the bar of the bell, in pixels from the window's top. */
  const belowBar = 64
  let above = 0
  return toasts.map((toast) => {
    const { left, top, right, bottom } = toast.getBoundingClientRect()
    const isWhole =
      left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left && bottom > top
    const inFront = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isSeen =
      isWhole && toast.contains(inFront) && toast.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const isTopRight = top - above >= 0 && top - above <= (above === 0 ? belowBar : near) && innerWidth - right <= near
    above = bottom
    const [text, ...beneath] = [...toast.querySelectorAll("p")].map(({ innerText }) => innerText)
    const place = !isSeen ? "out of sight" : isTopRight ? "top right" : "elsewhere"
    return { intent: toast.getAttribute("data-intent"), text, beneath, place }
  })
}
