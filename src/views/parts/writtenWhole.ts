import type { FocusEvent, FormEvent } from "react"

/**
 * What an input is given whose text may say its value in several ways: while it is written, it keeps what was
 * written; left, it shows the value in the product's own way.
 * @param shown the value as the product says it
 * @param write hears every change of the text
 */
export const writtenWhole = (shown: string, write: (text: string) => void) => ({
  defaultValue: shown,
  ref: (input: HTMLInputElement | null): void => {
    if (input !== null && document.activeElement !== input) input.value = shown
  },
  onInput: (event: FormEvent<HTMLInputElement>): void => write(event.currentTarget.value),
  onBlur: (event: FocusEvent<HTMLInputElement>): void => void (event.currentTarget.value = shown),
})
