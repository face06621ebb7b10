import type { UsersEvent, UsersSnapshot } from "#machines/administration/users.machine.ts"
import type { User } from "#schemas/administration/user.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { RefusedNotice } from "#views/parts/RefusedNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Thing, ThingColumns } from "#views/parts/Thing.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { actionsOf } from "./userActions.ts"
import { UserAccess } from "./UserAccess.tsx"
import { UserStateTag } from "./UserStateTag.tsx"
import { ViewAs } from "./ViewAs.tsx"

type Props = {
  readonly page: Seen<UsersSnapshot, UsersEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly user: SeenReading<User>
  readonly command: SeenCommand | undefined
}

/** `/user?id=`: one user alone: their rights with where each comes from, what they see, and what may be done to the account. */
export const UserView = (props: Props) => {
  const words = useWords()
  return (
    <Thing
      id="user"
      of={props.user}
      list={{ label: words("users.title"), href: props.url.href({ id: null }) }}
      nameOf={({ displayName }) => displayName}
      headOf={(shown) => ({
        badge: <UserStateTag state={shown.state} />,
        facts: (
          <Word
            id="user.facts"
            values={{ email: shown.userName, type: userTypeNames[shown.userType], company: shown.companyName }}
          />
        ),
        actions: actionsOf({ ...props, shown }, words),
        refused: (
          <RefusedNotice last={props.page.snapshot.context.last} id={shown.hashedId} title={words("user.notSaved")} />
        ),
      })}
    >
      {(shown) => (
        <ThingColumns aside={<ViewAs shown={shown} />}>
          <UserAccess shown={shown} />
        </ThingColumns>
      )}
    </Thing>
  )
}
