import { Button, Classes } from "@blueprintjs/core"
import type { MouseEvent } from "react"
import { Link } from "wouter"
import { useWords } from "./Words.tsx"

/** Something a person may do to the thing that is shown. */
export type Action = {
  readonly id: string
  readonly label: string
  /** Where it leads, for actions that are another page. */
  readonly href?: string
  readonly onPress?: () => void
  readonly intent?: "primary" | "danger"
  readonly busy?: boolean
  /** Another action is under way: this one is back in a moment, so no reason is given. */
  readonly waits?: boolean
  /** Why it cannot be done now; the button is disabled and the reason stands beneath. */
  readonly reason?: string | undefined
}

const linkClass = ({ intent }: Action): string =>
  intent === "primary" ? `${Classes.BUTTON} ${Classes.INTENT_PRIMARY}` : Classes.BUTTON

type Reason = { readonly id: string; readonly labels: ReadonlyArray<string>; readonly reason: string }

/** One line for each reason, naming all that it stands in the way of. */
const reasonsOf = (id: string, actions: ReadonlyArray<Action>): ReadonlyArray<Reason> => {
  const byReason = new Map<string, Reason>()
  for (const { label, reason } of actions) {
    if (reason === undefined) continue
    const known = byReason.get(reason)
    const labels = [...(known?.labels ?? []), label]
    byReason.set(reason, { id: known?.id ?? `${id}-reason-${byReason.size}`, labels, reason })
  }
  return [...byReason.values()]
}

const Reasons = ({ reasons }: { readonly reasons: ReadonlyArray<Reason> }) => (
  <ul className="actions-reasons">
    {reasons.map(({ id, labels, reason }) => (
      <li key={id} id={id}>
        <strong>{labels.join(", ")}:</strong> {reason}
      </li>
    ))}
  </ul>
)

/** More reasons than this are folded away, so that they do not push the content down. */
const maxOpenReasons = 1

/**
 * A row of actions; those that cannot be done now stay visible and say why. `id` is unique on the page. The second
 * click of a double click is not taken: by then another action may stand in the place of the first.
 */
export const Actions = ({ id, actions }: { readonly id: string; readonly actions: ReadonlyArray<Action> }) => {
  const words = useWords()
  const reasons = reasonsOf(id, actions)
  const describing = (wanted: string): string | undefined => reasons.find(({ reason }) => reason === wanted)?.id
  return (
    <div className="actions">
      <div className="actions-row">
        {actions.map((action) =>
          action.href !== undefined && action.reason === undefined ? (
            <Link key={action.id} href={action.href} className={linkClass(action)}>
              {action.label}
            </Link>
          ) : (
            <Button
              key={action.id}
              text={action.label}
              {...(action.intent === undefined ? {} : { intent: action.intent })}
              {...(action.intent === "danger" ? { variant: "outlined" as const } : {})}
              loading={action.busy ?? false}
              disabled={action.reason !== undefined || action.waits === true}
              {...(action.reason === undefined ? {} : { "aria-describedby": describing(action.reason) })}
              onClick={(event: MouseEvent) => {
                if (event.detail <= 1) action.onPress?.()
              }}
            />
          ),
        )}
      </div>
      {reasons.length > 0 && reasons.length <= maxOpenReasons && <Reasons reasons={reasons} />}
      {reasons.length > maxOpenReasons && (
        <details className="actions-why">
          <summary>{words("part.whyNot")}</summary>
          <Reasons reasons={reasons} />
        </details>
      )}
    </div>
  )
}
