import { listDeedOf, type ListDeed } from "#schemas/session/listKeys.ts"
import { singleKeys } from "./singleKeys.ts"

const written = "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog] *, [popover] *"

/** The row at hand, in a list. */
const rowIn = (list: Element): Element | null => {
  const row = document.activeElement?.closest("tr[data-row]") ?? null
  return list.contains(row) ? row : null
}

/** To the row next to the one at hand, without looking at all the others: its link, or the row itself where it leads nowhere. */
const move = (list: Element, by: 1 | -1): void => {
  const here = rowIn(list)
  const beside = by === 1 ? here?.nextElementSibling : here?.previousElementSibling
  const row = here === null ? list.querySelector<HTMLElement>("tbody tr[data-row]") : (beside as HTMLElement | null)
  const next = row?.querySelector<HTMLElement>(".row-link") ?? row
  next?.focus()
  next?.scrollIntoView({ block: "nearest" })
}

/** Of several lists on a page that one hears the keys in which the focus is, else the first. */
const listAtHand = (): Element | undefined => {
  const lists = [...document.querySelectorAll(".data-table")]
  return lists.find((list) => list.contains(document.activeElement)) ?? lists[0]
}

/** What the deeds do; false where there is nothing to do it to, and the key stays the browser's. */
const deeds: Record<ListDeed, (key: string) => boolean> = {
  move: (key) => {
    const list = listAtHand()
    if (list !== undefined) move(list, key === "j" ? 1 : -1)
    return list !== undefined
  },
  // The row's own link hears Enter.
  open: () => false,
  select: () => {
    const box = document.activeElement?.closest("tr[data-row]")?.querySelector<HTMLElement>(".cell-check input")
    box?.click()
    return box !== null && box !== undefined
  },
  search: () => {
    const field = document.querySelector<HTMLElement>("[data-search]")
    field?.focus()
    return field !== null
  },
}

/** Escape clears the selection, unless something is open that it closes. */
const clearSelection = (): void => {
  if (document.querySelector("[role=dialog], :popover-open") === null)
    document.querySelector<HTMLElement>("[data-let-go]")?.click()
}

const hear = (event: KeyboardEvent): void => {
  const { target } = event
  // Space on a row's link would only scroll.
  const isSpace = event.key === " " && target instanceof Element && target.matches(".row-link, tr[data-row]")
  const key = isSpace ? "x" : event.key
  if (key === "Escape" && !event.defaultPrevented) clearSelection()
  const deed = listDeedOf(key)
  if (deed === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if ((!singleKeys.areOn() && !isSpace) || (target instanceof Element && target.matches(written))) return
  if (deeds[deed](key)) event.preventDefault()
}

/** Hears the keys of lists (`src/schemas/session/listKeys.ts`) wherever no one writes; returns what ends it. */
export const listenToListKeys = (): (() => void) => {
  document.addEventListener("keydown", hear)
  return () => document.removeEventListener("keydown", hear)
}
