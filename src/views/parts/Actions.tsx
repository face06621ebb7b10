import { Button, Classes } from "@blueprintjs/core"
import type { MouseEvent } from "react"
import { Link } from "wouter"
import { primaryKeys } from "#schemas/session/primaryKeys.ts"
import { HeldButton } from "./HeldButton.tsx"
import { MenuButton } from "./MenuButton.tsx"
import { ReasonList } from "./WhyNot.tsx"
import { useWords } from "./Words.tsx"

/** Something a person may do to the thing that is shown. */
export type Action = {
  readonly id: string
  readonly label: string
  /** Where it leads, for actions that are another page. */
  readonly href?: string
  readonly onPress?: () => void
  readonly intent?: "primary" | "danger"
  /** Used less often: it stands under More even where there is room. */
  readonly isSeldom?: boolean
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
    <Link
      href={action.href}
      className={linkClass(action)}
      {...(action.intent === "primary" ? { "aria-keyshortcuts": primaryKeys } : {})}
    >
      {action.label}
    </Link>
  ) : (
    <HeldButton
      text={action.label}
      {...(action.intent === undefined ? {} : { intent: action.intent })}
      {...(action.intent === "primary" ? { "aria-keyshortcuts": primaryKeys } : {})}
      loading={action.busy ?? false}
      waits={action.waits === true}
      onClick={(event: MouseEvent) => {
        if (event.detail <= 1) action.onPress?.()
      }}
    />
  )

const quiet = ({ intent: _, ...action }: Action): Action => action

/** One in view is primary, at most one more stands next to it; what destroys and what is used less often is under More. */
const placed = (actions: ReadonlyArray<Action>) => {
  const possible = actions.filter(({ reason }) => reason === undefined)
  const primary = possible.find(({ intent }) => intent === "primary")
  const plain = possible.find((action) => action !== primary && action.intent !== "danger" && action.isSeldom !== true)
  return {
    shown: [...(plain === undefined ? [] : [quiet(plain)]), ...(primary === undefined ? [] : [primary])],
    further: possible.filter((action) => action !== primary && action !== plain),
  }
}

/** Under More: what is done there closes the menu first. */
const MenuItem = ({ action, menu }: { readonly action: Action; readonly menu: string }) =>
  action.href !== undefined ? (
    <Link href={action.href} className={`${Classes.BUTTON} ${Classes.MINIMAL}`}>
      {action.label}
    </Link>
  ) : (
    <Button
      variant="minimal"
      text={action.label}
      {...(action.intent === undefined ? {} : { intent: action.intent })}
      disabled={action.waits === true}
      {...{ popoverTarget: menu, popoverTargetAction: "hide" }}
      onClick={() => action.onPress?.()}
    />
  )

const More = (props: {
  readonly id: string
  readonly actions: ReadonlyArray<Action>
  readonly reasons: ReturnType<typeof labelsByReason>
}) => {
  const words = useWords()
  return (
    <MenuButton id={props.id} label={words("part.more")}>
      {props.actions.length > 0 && (
        <ul className="menu-items">
          {props.actions.map((action) => (
            <li key={action.id}>
              <MenuItem action={action} menu={props.id} />
            </li>
          ))}
        </ul>
      )}
      {props.reasons.length > 0 && <ReasonList reasons={props.reasons} />}
    </MenuButton>
  )
}

/**
 * What may be done to the thing that is shown: one primary button and at most one more; the rest stands under
 * "More", and what cannot be done now with its reason. `id` is unique on the page. The second click of a double
 * click is not taken: by then another action may stand in the place of the first.
 */
export const Actions = ({ id, actions }: { readonly id: string; readonly actions: ReadonlyArray<Action> }) => {
  const { shown, further } = placed(actions)
  const reasons = labelsByReason(actions)
  return (
    <div className="actions">
      {(further.length > 0 || reasons.length > 0) && <More id={`${id}-more`} actions={further} reasons={reasons} />}
      {shown.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
    </div>
  )
}
