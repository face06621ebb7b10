import { secondsLeft, type IdleEvent, type IdleSnapshot } from "#machines/session/idle.machine.ts"
import { ConfirmDialog } from "#views/parts/ConfirmDialog.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

/**
 * Asks in the last minute before the session ends whether someone is still there
 * (WCAG 2.2.1). Escape stays: only a press of its own button logs out.
 */
export const IdlePrompt = ({
  snapshot,
  send,
  onLogout,
}: Seen<IdleSnapshot, IdleEvent> & { readonly onLogout: () => void }) => {
  const words = useWords()
  return (
    <ConfirmDialog
      open={snapshot.matches({ presence: "prompt" })}
      title={words("idle.title")}
      message={<p role="timer">{words("idle.text", { seconds: secondsLeft(snapshot) })}</p>}
      cancelLabel={words("idle.stay")}
      confirmLabel={words("idle.logout")}
      onCancel={() => send({ type: "stay.pressed" })}
      onConfirm={onLogout}
    />
  )
}
