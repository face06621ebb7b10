import { Button, Classes } from "@blueprintjs/core"
import type { MouseEvent } from "react"
import { Link } from "wouter"
import { MenuButton } from "./MenuButton.tsx"
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
  /** Why it cannot be done now: then it is no button, but stands under "More" with this reason. */
  readonly reason?: string | undefined
}

const linkClass = ({ intent }: Action): string =>
  intent === "primary" ? `${Classes.BUTTON} ${Classes.INTENT_PRIMARY}` : Classes.BUTTON

/** The reasons, each once with all that it stands in the way of. */
const labelsByReason = (actions: ReadonlyArray<Action>): ReadonlyArray<readonly [reason: string, labels: string]> => {
  const byReason = Map.groupBy(actions, ({ reason }) => reason)
  return [...byReason].flatMap(([reason, stopped]) =>
    reason === undefined ? [] : [[reason, stopped.map(({ label }) => label).join(", ")] as const],
  )
}

const ActionButton = ({ action }: { readonly action: Action }) =>
  action.href !== undefined ? (
    <Link href={action.href} className={linkClass(action)}>
      {action.label}
    </Link>
  ) : (
    <Button
      text={action.label}
      {...(action.intent === undefined ? {} : { intent: action.intent })}
      loading={action.busy ?? false}
      disabled={action.waits === true}
      onClick={(event: MouseEvent) => {
        if (event.detail <= 1) action.onPress?.()
      }}
    />
  )

/**
 * A row of actions: what can be done now is a button, what cannot stands under "More" with its reason. `id` is
 * unique on the page. The second click of a double click is not taken: by then another action may stand in the
 * place of the first.
 */
export const Actions = ({ id, actions }: { readonly id: string; readonly actions: ReadonlyArray<Action> }) => {
  const words = useWords()
  const reasons = labelsByReason(actions)
  return (
    <div className="actions">
      {actions
        .filter(({ reason }) => reason === undefined)
        .map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
      {reasons.length > 0 && (
        <MenuButton id={`${id}-more`} label={words("part.more")}>
          <ul className="menu-reasons" aria-label={words("part.whyNot")}>
            {reasons.map(([reason, labels]) => (
              <li key={reason}>
                <strong>{labels}</strong> {reason}
              </li>
            ))}
          </ul>
        </MenuButton>
      )}
    </div>
  )
}
