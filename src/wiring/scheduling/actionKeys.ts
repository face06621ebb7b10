import { openModals } from "#views/parts/Modal.tsx"
import { singleKeys } from "../singleKeys.ts"

const written = "input, textarea, select, [contenteditable], [popover] *"

/** Whether the key before was `g`: the next letter names a page to go to, and presses nothing here. */
let isGoing = false

const hear = (event: KeyboardEvent): void => {
  const wasGoing = isGoing
  isGoing = event.key === "g" && !wasGoing
  if (wasGoing) return

  const { target, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
  if (!singleKeys.areOn() || openModals.read() || (target instanceof Element && target.matches(written))) return
  document.querySelector<HTMLElement>(`[data-letter="${CSS.escape(key.toLowerCase())}"]`)?.click()
}

/** Lets the letter that a button wears (`data-letter`) press it, wherever no one writes; returns what ends it. */
export const listenToActionKeys = (): (() => void) => {
  document.addEventListener("keydown", hear)
  return () => document.removeEventListener("keydown", hear)
}
