import { isUserOutdated, type UsersEvent, type UsersSnapshot } from "#machines/administration/users.machine.ts"
import { userTable } from "#machines/lifecycles/user.lifecycle.ts"
import { whyNotChanged } from "#schemas/administration/givenRights.ts"
import type { User, UserAction } from "#schemas/administration/user.ts"
import type { UserEvent } from "#schemas/administration/userEvents.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import type { WordId } from "#schemas/words.ts"
import type { Action } from "#views/parts/Actions.tsx"
import { isSending, type SeenCommand } from "#views/parts/Confirmation.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"

/** The user that is open, and who looks at them. */
type Open = {
  readonly page: Seen<UsersSnapshot, UsersEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly shown: User
  readonly command: SeenCommand | undefined
}

/** What can be done to an account as a whole, with the event that follows. */
const deeds: ReadonlyArray<{ readonly verb: UserAction; readonly event: UserEvent["_tag"]; readonly ends: boolean }> = [
  { verb: "unlock", event: "UserUnlocked", ends: false },
  { verb: "reactivate", event: "UserReactivated", ends: false },
  { verb: "signOut", event: "UserSignedOut", ends: false },
  { verb: "lock", event: "UserLocked", ends: true },
  { verb: "deactivate", event: "UserDeactivated", ends: true },
]

/** What may be done to a user now, by their account's life and their rank; the rest says why not. */
export const actionsOf = (props: Open, words: (id: WordId) => string): ReadonlyArray<Action> => {
  const { page, url, person, shown, command } = props
  const allowed = userTable.allowed(shown.state)
  const reason = whyNotChanged(person, shown)
  const waits = isSending(command) || isUserOutdated(page.snapshot, shown)
  const actions: ReadonlyArray<Action> = [
    {
      id: "edit",
      label: words("user.edit"),
      intent: "primary",
      href: url.href({ edit: shown.hashedId, id: null }),
      reason,
    },
    ...deeds
      .filter(({ event }) => allowed.includes(event))
      .map(({ verb, ends }): Action => ({
        id: verb,
        label: words(`user.${verb}`),
        ...(ends ? { intent: "danger" as const } : {}),
        busy: isSending(command, verb),
        onPress: () => page.send({ type: `${verb}.pressed`, user: shown }),
        reason,
      })),
  ]
  return actions.map((action) => ({ ...action, waits }))
}
