import { Button } from "@blueprintjs/core"
import { Cross, Error, InfoSign, TickCircle } from "@blueprintjs/icons"
import type { FocusEvent, MouseEvent, ReactNode } from "react"
import { stackOf, type Toast, type ToastsEvent, type ToastsSnapshot } from "#machines/session/toasts.machine.ts"
import { Modal } from "./Modal.tsx"
import type { Seen } from "./Seen.ts"
import { Ago } from "./Time.tsx"
import { useWords, Word } from "./Words.tsx"

type SeenToasts = Seen<ToastsSnapshot, ToastsEvent>

const marks = { success: TickCircle, danger: Error, none: InfoSign } satisfies Record<Toast["intent"], unknown>

const ToastText = ({ toast }: { readonly toast: Toast }) => (
  <div className="toast-text">
    <p>{toast.word === undefined ? toast.text : <Word id={toast.word} />}</p>
    {toast.reason !== undefined && <p className="toast-reason">{toast.reason}</p>}
  </div>
)

/** Closed by a key, a toast takes the focus with it: the next one gets it, or the page's heading. */
const passFocusOn = ({ currentTarget, detail }: MouseEvent): void => {
  if (detail !== 0) return
  const buttons = [...(currentTarget.closest(".toasts")?.querySelectorAll<HTMLElement>(".toast button") ?? [])]
  const at = buttons.indexOf(currentTarget as HTMLElement)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? document.querySelector<HTMLElement>("main h1")
  next?.focus()
}

const OneToast = ({ toast, send }: { readonly toast: Toast; readonly send: SeenToasts["send"] }) => {
  const words = useWords()
  const Mark = marks[toast.intent]
  return (
    <div className={`toast toast-${toast.intent}`} data-intent={toast.intent}>
      <span className="toast-mark" aria-hidden="true">
        <Mark size={16} />
      </span>
      <ToastText toast={toast} />
      <span className="toast-actions">
        {toast.canUndo === true && (
          <Button
            size="small"
            text={words("part.undo")}
            aria-label={words("part.undo.of", { what: toast.text })}
            onClick={(event) => {
              send({ type: "toast.undone", id: toast.id })
              passFocusOn(event)
            }}
          />
        )}
        <Button
          size="small"
          variant="minimal"
          icon={<Cross />}
          aria-label={words("part.close")}
          onClick={(event) => {
            send({ type: "toast.closed", id: toast.id })
            passFocusOn(event)
          }}
        />
      </span>
    </div>
  )
}

/**
 * While the pointer or the focus is on the toasts none closes (WCAG 2.2.1). A
 * toast that appears under a pointer at rest is not pointed at.
 */
const holding = (send: SeenToasts["send"]) => ({
  onMouseMove: () => send({ type: "stack.held" }),
  onFocus: () => send({ type: "stack.held" }),
  onMouseLeave: ({ currentTarget }: MouseEvent) => {
    if (!currentTarget.contains(document.activeElement)) send({ type: "stack.released" })
  },
  onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) send({ type: "stack.released" })
  },
})

/** Toasts at the top right (docs/policy.md#toasts). What they say is announced by the page's live region, not by them. */
export const Toasts = ({ snapshot, send }: SeenToasts) => {
  const words = useWords()
  const { drawn, more } = stackOf(snapshot)
  return drawn.length === 0 ? null : (
    <section className="toasts" aria-label={words("shell.notifications")} {...holding(send)}>
      {drawn.map((toast) => (
        <OneToast key={toast.id} toast={toast} send={send} />
      ))}
      {more > 0 && (
        <Button size="small" className="toasts-more" onClick={() => send({ type: "list.opened" })}>
          <Word id="shell.notifications.more" values={{ count: more }} />
        </Button>
      )}
    </section>
  )
}

const Past = ({ snapshot, send }: SeenToasts) => {
  const words = useWords()
  return (
    <>
      <ul tabIndex={0} aria-label={words("shell.notifications")}>
        {snapshot.context.past.map((toast) => (
          <li key={toast.id} className={`toast-${toast.intent}`}>
            <ToastText toast={toast} />
            <Ago at={toast.at} />
          </li>
        ))}
      </ul>
      <Button onClick={() => send({ type: "list.cleared" })}>
        <Word id="shell.notifications.clear" />
      </Button>
    </>
  )
}

/**
 * The list of past notifications, since toasts vanish after three seconds (docs/policy.md#toasts).
 * `notices` stand above them: what the person is told of.
 */
export const Notifications = ({ snapshot, send, notices }: SeenToasts & { readonly notices?: ReactNode }) => {
  const words = useWords()
  return (
    <Modal
      open={snapshot.matches({ list: "open" })}
      light
      title={words("shell.notifications")}
      onClose={() => send({ type: "list.closed" })}
    >
      <div className="notifications" role="group" aria-label={words("shell.notifications")} tabIndex={-1} data-first>
        {notices}
        {notices !== undefined && <h2>{words("shell.notifications.past")}</h2>}
        {snapshot.context.past.length === 0 ? (
          <p className="muted">
            <Word id="shell.notifications.empty" />
          </p>
        ) : (
          <Past snapshot={snapshot} send={send} />
        )}
      </div>
    </Modal>
  )
}
