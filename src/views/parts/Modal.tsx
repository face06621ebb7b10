import { Dialog } from "@blueprintjs/core"
import { useCallback, useRef, type KeyboardEvent, type ReactNode } from "react"

let held = 0
const listeners = new Set<() => void>()
const holdPage = (by: 1 | -1): void => {
  held += by
  for (const listener of listeners) listener()
}

/** Whether a modal is open, so that the page behind it is out of reach; a store for `useSyncExternalStore`. */
export const openModals = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: (): boolean => held > 0,
}

/**
 * Where the focus goes when the modal is gone: to what opened it, or to the page's
 * heading where that is gone too. A focus that something else took is left alone.
 */
const giveBackFocus = (modal: HTMLElement, opener: HTMLElement | null): void => {
  const frame = modal.closest(".bp6-portal") ?? modal
  const isLost = (): boolean => document.activeElement === document.body || frame.contains(document.activeElement)
  if (!isLost()) return
  opener?.focus()
  if (isLost()) document.querySelector<HTMLElement>("main h1")?.focus()
}

const isPress = ({ key }: KeyboardEvent): boolean => key === "Enter" || key === " "

/**
 * Lets only presses through that began inside the modal: the key that opened it is
 * still down then, and its release must answer nothing.
 */
const useOwnPresses = () => {
  const down = useRef<string | null>(null)
  return {
    forget: useCallback(() => void (down.current = null), []),
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (!isPress(event)) return
      if (event.repeat && down.current !== event.key) event.preventDefault()
      else down.current = event.key
    },
    onKeyUpCapture: (event: KeyboardEvent) => {
      if (!isPress(event)) return
      if (down.current !== event.key) event.stopPropagation()
      down.current = null
    },
  }
}

/**
 * Holds the page behind an open modal and remembers what had the focus before;
 * Blueprint remembers too late for what takes the focus at once.
 */
const useOpener = () => {
  const opener = useRef<HTMLElement | null>(null)
  const whileOpen = useCallback((mark: HTMLElement | null) => {
    if (mark === null) return
    opener.current = document.activeElement as HTMLElement | null
    holdPage(1)
    return () => holdPage(-1)
  }, [])
  return { whileOpen, giveBack: (modal: HTMLElement) => giveBackFocus(modal, opener.current) }
}

const focusFirst = (content: HTMLElement | null): void => content?.querySelector<HTMLElement>("[data-first]")?.focus()

/** A button that becomes busy is disabled and loses the focus, which then waits on the dialog itself. */
const holdFocus = (mark: HTMLElement | null): void => mark?.closest<HTMLElement>(".bp6-dialog-container")?.focus()

/**
 * The one dialog of the product: focus goes in, stays in and is given back, the
 * page behind is inert (by the layout, see `openModals`), Escape closes unless
 * the modal is `busy`. What is marked with `data-first` has the focus at first.
 * The machine decides whether it is open.
 */
export const Modal = (props: {
  readonly open: boolean
  readonly title: string
  readonly className?: string
  readonly busy?: boolean
  /** Whether a click next to it closes it, and a cross is shown. */
  readonly light?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}) => {
  const { whileOpen, giveBack } = useOpener()
  const { forget, ...presses } = useOwnPresses()
  const opened = useCallback(
    (content: HTMLElement | null) => {
      forget()
      focusFirst(content)
    },
    [forget],
  )
  return (
    <>
      {/* Outside the dialog, which keeps its content while it fades; before it, to see who had the focus. */}
      {props.open && <span hidden ref={whileOpen} />}
      <Dialog
        isOpen={props.open}
        title={props.title}
        onClose={props.onClose}
        onClosed={giveBack}
        shouldReturnFocusOnClose={false}
        canEscapeKeyClose={props.busy !== true}
        canOutsideClickClose={props.light === true}
        isCloseButtonShown={props.light === true}
        className={props.className ?? ""}
      >
        <div ref={opened} {...presses}>
          {props.busy === true && <span hidden ref={holdFocus} />}
          {props.children}
        </div>
      </Dialog>
    </>
  )
}
