/** Focuses a heading that takes the place of another one on the same page, as a new page's would be. */
export const focusHeading = (heading: HTMLElement | null): void => heading?.focus()
