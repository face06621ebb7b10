import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { subscribeToChanges } from "./changes.ts"
import type { Session } from "./session.ts"
import type { ToastWords } from "./toasts.ts"

const rightsOf = ({ userType, accessIds }: SignedInPerson): string =>
  [userType, ...accessIds.toSorted((one, other) => one - other)].join(" ")

/**
 * Follows the rights of the person who is signed in: what the feed says of them has them read again, so that the menu
 * is right in every tab, and the person is told when they are others than before.
 */
export const followOwnRights = (session: Session, showToast: (toast: ToastWords) => void): void => {
  subscribeToChanges(({ thing }) => {
    if (thing === "rights") session.send({ type: "account.changed" })
    // The feed begins with it, each time it is back.
    if (thing === "clock") session.send({ type: "way.opened" })
  })
  let before: SignedInPerson | null = null
  session.subscribe(({ context: { person } }) => {
    if (person !== null && before?.userId === person.userId && rightsOf(before) !== rightsOf(person))
      showToast({ intent: "none", word: "shell.rightsChanged" })
    before = person
  })
}
