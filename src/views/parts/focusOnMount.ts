/** A `ref` for what takes the place of something else on the page: the focus moves to it as it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/**
 * A `ref` for what goes away with the focus in it, or with a button that was disabled under
 * it: the page's heading takes the focus, which would begin again at the top of the document.
 */
export const focusHeadingOnUnmount = (element: HTMLElement | null) => () => {
  const { activeElement } = document
  if (activeElement === document.body || element?.contains(activeElement) === true)
    document.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true })
}

/** A `ref` for the heading of what takes the whole page's place: it is read from its top, and the focus stands there. */
export const arriveOnMount = (element: HTMLElement | null): void => {
  if (element === null) return
  scrollTo(0, 0)
  element.focus({ preventScroll: true })
}

/** A `ref` for a page's heading: it takes the focus that went away with what stood in the page's place. */
export const keepFocus = (element: HTMLElement | null): void => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}
