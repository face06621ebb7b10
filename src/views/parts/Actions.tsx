import { Button, Classes } from "@blueprintjs/core"
import { Link } from "wouter"

/** Something a person may do to the thing that is shown. */
export type Action = {
  readonly id: string
  readonly label: string
  /** Where it leads, for actions that are another page. */
  readonly href?: string
  readonly onPress?: () => void
  readonly intent?: "primary" | "danger"
  readonly busy?: boolean
  /** Why it cannot be done now; the button is disabled and the reason stands beneath. */
  readonly reason?: string | undefined
}

const linkClass = ({ intent }: Action): string =>
  intent === "primary" ? `${Classes.BUTTON} ${Classes.INTENT_PRIMARY}` : Classes.BUTTON

/** A row of actions; those that cannot be done now stay visible and say why. `id` is unique on the page. */
export const Actions = ({ id, actions }: { readonly id: string; readonly actions: ReadonlyArray<Action> }) => {
  const refused = actions.filter(({ reason }) => reason !== undefined)
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
              disabled={action.reason !== undefined}
              {...(action.reason === undefined ? {} : { "aria-describedby": `${id}-${action.id}` })}
              onClick={action.onPress}
            />
          ),
        )}
      </div>
      {refused.length > 0 && (
        <ul className="actions-reasons">
          {refused.map((action) => (
            <li key={action.id} id={`${id}-${action.id}`}>
              <strong>{action.label}:</strong> {action.reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
