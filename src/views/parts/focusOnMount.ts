/** A `ref` for what takes the place of something else on the page: the focus moves to it as it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/**
 * A `ref` for what goes away with the focus in it, or with a button that was disabled under
 * it: the page's heading takes the focus, which would begin again at the top of the document.
 */
export const handOnFocus = (element: HTMLElement | null) => () => {
  const { activeElement } = document
  if (activeElement === document.body || element?.contains(activeElement) === true)
    document.querySelector<HTMLElement>("h1[tabindex]")?.focus({ preventScroll: true })
}
