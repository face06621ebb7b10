/** A `ref` for what takes the place of something else on the page: the focus moves to it as it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()
