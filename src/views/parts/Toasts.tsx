import { Button, Dialog } from "@blueprintjs/core"
import { Cross } from "@blueprintjs/icons"
import type { Toast, ToastsEvent, ToastsSnapshot } from "#machines/session/toasts.machine.ts"
import { EmptyState } from "./EmptyState.tsx"
import type { Seen } from "./Seen.ts"
import { Time } from "./Time.tsx"
import { useWords, Word } from "./Words.tsx"

const marks: Record<Toast["intent"], string> = { success: "✓", danger: "!", none: "i" }

const ToastText = ({ toast }: { readonly toast: Toast }) => (
  <div className="toast-text">
    <p>{toast.text}</p>
    {toast.reason !== undefined && <p className="toast-reason">{toast.reason}</p>}
  </div>
)

/** Toasts at the top right (spec §2). The region around them is the page's one live region. */
export const Toasts = ({ snapshot, send }: Seen<ToastsSnapshot, ToastsEvent>) => {
  const words = useWords()
  return snapshot.context.shown.length === 0 ? null : (
    <section className="toasts" aria-label={words("shell.notifications")}>
      {snapshot.context.shown.map((toast) => (
        <div key={toast.id} className={`toast toast-${toast.intent}`} data-intent={toast.intent}>
          <span className="toast-mark" aria-hidden="true">
            {marks[toast.intent]}
          </span>
          <ToastText toast={toast} />
          <Button
            size="small"
            variant="minimal"
            icon={<Cross />}
            aria-label={words("part.close")}
            onClick={() => send({ type: "toast.closed", id: toast.id })}
          />
        </div>
      ))}
    </section>
  )
}

/** The list of past notifications, since toasts vanish after three seconds (architecture §12). */
export const Notifications = ({ snapshot, send }: Seen<ToastsSnapshot, ToastsEvent>) => {
  const words = useWords()
  const { past } = snapshot.context
  return (
    <Dialog
      isOpen={snapshot.matches("listOpen")}
      title={words("shell.notifications")}
      onClose={() => send({ type: "list.closed" })}
    >
      <div className="notifications">
        {past.length === 0 ? (
          <EmptyState title={words("shell.notifications.count", { count: 0 })}>
            <Word id="shell.notifications.empty" />
          </EmptyState>
        ) : (
          <ul>
            {past.map((toast) => (
              <li key={toast.id} className={`toast-${toast.intent}`}>
                <ToastText toast={toast} />
                <Time at={toast.at} />
              </li>
            ))}
          </ul>
        )}
        {past.length > 0 && (
          <Button onClick={() => send({ type: "list.cleared" })}>
            <Word id="shell.notifications.clear" />
          </Button>
        )}
      </div>
    </Dialog>
  )
}
