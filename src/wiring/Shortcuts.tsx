import { useActorRef, useSelector } from "@xstate/react"
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react"
import { useLocation } from "wouter"
import { shortcutsMachine } from "#machines/session/shortcuts.machine.ts"
import { meaningOf } from "#schemas/session/keys.ts"
import { primaryKeys } from "#schemas/session/primaryKeys.ts"
import { ShortcutList } from "#views/layout/ShortcutList.tsx"
import { openModals } from "#views/parts/Modal.tsx"
import { inspectWith } from "./journal.ts"
import { helpDoor, paletteDoor, shortcutListDoor } from "./doors.ts"
import { usePerson } from "./person.ts"
import { singleKeys } from "./singleKeys.ts"

/** Where letters are text, or belong to what is open. */
const takesLetters =
  "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [popover] *"
const isElsewhere = (target: EventTarget | null): boolean =>
  openModals.read() || (target instanceof Element && target.matches(takesLetters))

const isPalette = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

const isPrimary = (event: KeyboardEvent): boolean =>
  event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

/** Presses the page's main button, in a form from any of its fields. */
const pressPrimary = (): void =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${primaryKeys}"]`)?.click()

const useKeys = (hear: (key: string, path: string) => void): void => {
  const [path] = useLocation()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return
      if (isPalette(event)) {
        event.preventDefault()
        if (!openModals.read()) paletteDoor.open()
        return
      }
      if (isPrimary(event)) {
        event.preventDefault()
        if (!openModals.read()) pressPrimary()
        return
      }
      if (event.key === "F1" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        if (!openModals.read()) helpDoor.open()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1 || isElsewhere(event.target)) return
      hear(event.key, path)
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [path, hear])
}

const useRunningShortcuts = () => {
  const [, navigate] = useLocation()
  const logic = useMemo(
    () =>
      shortcutsMachine.provide({
        actions: {
          goToPlace: ({ event }) => event.type === "key.pressed" && event.place !== null && navigate(event.place),
          goToFresh: ({ event }) => event.type === "key.pressed" && event.fresh !== null && navigate(event.fresh),
          keepOn: () => singleKeys.switchTo(true),
          keepOff: () => singleKeys.switchTo(false),
        },
      }),
    [navigate],
  )
  const input = useMemo(() => ({ letters: singleKeys.areOn() }), [])
  return useActorRef(logic, { input, inspect: inspectWith("shortcuts") })
}

/** The keys that act on every page, and their list. */
export const Shortcuts = () => {
  const person = usePerson()
  const actor = useRunningShortcuts()
  const snapshot = useSelector(actor, (seen) => seen)
  const lists = useSyncExternalStore(shortcutListDoor.subscribe, shortcutListDoor.read)
  useKeys(
    useCallback((key, path) => actor.send({ type: "key.pressed", ...meaningOf(key, path, person) }), [actor, person]),
  )
  useEffect(() => {
    if (shortcutListDoor.answer()) actor.send({ type: "list.opened" })
  }, [actor, lists])
  return <ShortcutList snapshot={snapshot} send={(event) => actor.send(event)} rights={person} />
}
