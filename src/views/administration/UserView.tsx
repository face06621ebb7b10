import type { UsersEvent, UsersSnapshot } from "#machines/administration/users.machine.ts"
import { mayCall } from "#schemas/access.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { User } from "#schemas/administration/user.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { RefusedNotice } from "#views/parts/RefusedNotice.tsx"
import { Said } from "#views/parts/Said.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Thing, ThingColumns } from "#views/parts/Thing.tsx"
import { Tabs } from "#views/parts/Tabs.tsx"
import { useWords, Word, useKnownWords } from "#views/parts/Words.tsx"
import { ActivityTable } from "./ActivityTable.tsx"
import { actionsOf } from "./userActions.ts"
import { UserAccess } from "./UserAccess.tsx"
import { UserStateTag } from "./UserStateTag.tsx"
import { ViewAs } from "./ViewAs.tsx"

type Props = {
  readonly page: Seen<UsersSnapshot, UsersEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly user: SeenReading<User>
  readonly history: SeenReading<ReadonlyArray<ActivityEntry>>
  readonly command: SeenCommand | undefined
}

/** What was done to a user is of the log: it takes the right to read that as well. */
const readsLog = (person: SignedInPerson): boolean => mayCall(person, "Report.GetActivityLog")

const UserTabs = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  return (
    <Tabs
      url={url}
      name="tab"
      label={words("user.parts")}
      tabs={[
        { id: "access", label: words("user.access") },
        { id: "history", label: words("user.history") },
      ]}
    />
  )
}

const History = ({ history, url, person }: Props) => {
  const known = useKnownWords()
  return (
    <ActivityTable
      entries={history}
      url={url}
      rights={person}
      fieldName={(field) => known(`user.field.${field}`)}
      empty={
        <p className="muted">
          <Word id="activity.empty" />
        </p>
      }
    />
  )
}

const Seeing = ({ displayName, state, ...rights }: User) => {
  const words = useWords()
  return (
    <ViewAs
      {...rights}
      title={words("user.view", { name: displayName })}
      lead={words(state === "active" ? "user.view.lead" : "user.view.none")}
    />
  )
}

const Part = (props: Props & { readonly shown: User }) =>
  props.url.search["tab"] === "history" && readsLog(props.person) ? (
    <History {...props} />
  ) : (
    <ThingColumns aside={<Seeing {...props.shown} />}>
      <UserAccess shown={props.shown} />
    </ThingColumns>
  )

/** `/user?id=`: one user alone: their rights with where each comes from, what they see, and what may be done to the account. */
export const UserView = (props: Props) => {
  const words = useWords()
  return (
    <Thing
      id="user"
      of={props.user}
      list={{ label: words("users.title"), href: props.url.href({ id: null, tab: null }) }}
      nameOf={({ displayName }) => displayName}
      headOf={(shown) => ({
        badge: <UserStateTag state={shown.state} />,
        facts: (
          <Word
            id="user.facts"
            values={{
              email: shown.userName,
              type: <Said key="type">{userTypeNames[shown.userType]}</Said>,
              company: shown.companyName,
            }}
          />
        ),
        actions: actionsOf({ ...props, shown }, words),
        ...(readsLog(props.person) ? { tabs: <UserTabs url={props.url} /> } : {}),
        refused: (
          <RefusedNotice last={props.page.snapshot.context.last} id={shown.hashedId} title={words("user.notSaved")} />
        ),
      })}
    >
      {(shown) => <Part {...props} shown={shown} />}
    </Thing>
  )
}
