import type { ReactNode } from "react"
import { wantsTyping, type CommandEvent, type CommandSnapshot } from "#machines/session/command.machine.ts"
import { ConfirmDialog } from "./ConfirmDialog.tsx"
import type { Seen } from "./Seen.ts"
import { Skeleton } from "./Skeleton.tsx"
import { useWords } from "./Words.tsx"

/** A command as a view is given it. */
export type SeenCommand = Seen<CommandSnapshot, CommandEvent>

/** Whether a command is on its way to the server, so that no other begins; with a verb, whether it is that one. */
export const isSending = (command: SeenCommand | undefined, verb?: string): boolean =>
  command !== undefined &&
  command.snapshot.hasTag("busy") &&
  (verb === undefined || command.snapshot.context.verb === verb)

const Typed = ({ command: { snapshot, send }, label }: { readonly command: SeenCommand; readonly label: string }) => (
  <div className="field">
    <label htmlFor="confirmation-typed">{label}</label>
    <input
      id="confirmation-typed"
      className="input"
      inputMode="numeric"
      autoComplete="off"
      autoFocus
      value={snapshot.context.typed}
      disabled={snapshot.matches("running")}
      onChange={(event) => send({ type: "typed.changed", typed: event.currentTarget.value })}
    />
  </div>
)

type Props = {
  readonly command: SeenCommand | undefined
  /** What the question says is not known yet. */
  readonly unready?: boolean
  /** What it says besides the question's own text. */
  readonly children?: ReactNode
}

const Message = ({ command, children }: Props & { readonly command: SeenCommand }) => {
  const words = useWords()
  const { question, count } = command.snapshot.context
  if (command.snapshot.matches("counting"))
    return (
      <>
        <p>{question?.counting && words(question.counting.meanwhile)}</p>
        <Skeleton lines={2} />
      </>
    )
  const text = (question?.text ?? []).map(({ word, values }) => words(word, values)).join(" ")
  return (
    <>
      {text !== "" && <p>{text}</p>}
      {children}
      {question?.counting !== undefined && count !== null && wantsTyping(count) && (
        <Typed command={command} label={words(question.counting.label, { people: count.people })} />
      )}
    </>
  )
}

/**
 * The question before a command, as the command's chart has it; it stays in its place
 * while nothing is asked, so that it can fade and give the focus back.
 */
export const Confirmation = ({ command, unready, children }: Props) => {
  const words = useWords()
  const question = command?.snapshot.context.question
  const isOpen = command !== undefined && question !== undefined
  return (
    <ConfirmDialog
      open={isOpen}
      busy={command?.snapshot.matches("running") ?? false}
      unready={
        unready === true ||
        command?.snapshot.matches("counting") === true ||
        command?.snapshot.matches({ asking: "unready" }) === true
      }
      destructive={question?.isDestructive ?? false}
      title={question === undefined ? "" : words(question.title)}
      message={isOpen && <Message command={command}>{children}</Message>}
      cancelLabel={question === undefined ? "" : words(question.cancel)}
      confirmLabel={question === undefined ? "" : words(question.confirm)}
      onCancel={() => command?.send({ type: "cancel.pressed" })}
      onConfirm={() => command?.send({ type: "confirm.pressed" })}
    />
  )
}
