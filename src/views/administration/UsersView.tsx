import { Button } from "@blueprintjs/core"
import type { ReactNode } from "react"
import type { UsersEvent, UsersSnapshot } from "#machines/administration/users.machine.ts"
import { missingRight, seesEveryCompany, type UserType } from "#schemas/access.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { Invitation } from "#schemas/administration/invitation.ts"
import type { GroupList } from "#schemas/administration/group.ts"
import {
  userList,
  userTypeFilters,
  type User,
  type UserCompany,
  type UserSummary,
} from "#schemas/administration/user.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import type { Column } from "#views/parts/Column.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter, SearchFilter } from "#views/parts/Filter.tsx"
import { Exporting, type SeenExport } from "#views/parts/Exporting.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { ListTools } from "#views/parts/ListTools.tsx"
import { Page } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import { Said, useSaid } from "#views/parts/Said.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { totalOf } from "#views/parts/StateTabs.tsx"
import { orderIn } from "#views/parts/TableHead.tsx"
import { Tabs } from "#views/parts/Tabs.tsx"
import { Ago } from "#views/parts/Time.tsx"
import { WhyNot } from "#views/parts/WhyNot.tsx"
import { useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { GroupMatrix } from "./GroupMatrix.tsx"
import { InvitationTable } from "./InvitationTable.tsx"
import { useRightColumns } from "./rightColumns.tsx"
import { UserStateTag } from "./UserStateTag.tsx"
import { UserView } from "./UserView.tsx"

type Props = {
  readonly page: Seen<UsersSnapshot, UsersEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly users: SeenReading<ReadonlyArray<UserSummary>>
  readonly user: SeenReading<User>
  /** What was done to the one that is shown. */
  readonly history: SeenReading<ReadonlyArray<ActivityEntry>>
  readonly groups: SeenReading<GroupList>
  readonly invitations: SeenReading<ReadonlyArray<Invitation>>
  /** The companies whose users one manages. */
  readonly companies: SeenReading<ReadonlyArray<UserCompany>>
  /** The file of the users while it is made. */
  readonly file: SeenExport | undefined
  readonly command: SeenCommand | undefined
  /** How the company's own directory is connected. */
  readonly directory: ReactNode
}

const useColumns = (): ReadonlyArray<Column<UserSummary>> => {
  const words = useWords()
  const numbers = useNumbers()
  return [
    { id: "name", header: words("users.name"), cell: ({ displayName }) => displayName },
    { id: "email", header: words("users.email"), cell: ({ userName }) => userName, hideBelow: 1200 },
    {
      id: "type",
      header: words("users.type"),
      cell: ({ userType }) => <Said>{userTypeNames[userType]}</Said>,
      hideBelow: 900,
    },
    { id: "company", header: words("users.company"), cell: ({ companyName }) => companyName, hideBelow: 1200 },
    { id: "groups", header: words("users.groups"), cell: ({ groups }) => groups.join(", "), hideBelow: 900 },
    {
      id: "access",
      header: words("users.access"),
      cell: ({ accessIds }) => numbers(accessIds.length),
      align: "end",
      narrow: "aside",
    },
    { id: "state", header: words("users.state"), cell: ({ state }) => <UserStateTag state={state} /> },
    {
      id: "lastSeen",
      header: words("users.seen"),
      cell: ({ lastSeen }) => (lastSeen === null ? words("users.seen.never") : <Ago at={lastSeen} />),
      narrow: "end",
    },
  ]
}

const narrowing = ["search", "state", "type", "of", "scope"] as const

const Nobody = ({ url }: { readonly url: PageUrl }) => {
  const words = useWords()
  return (
    <EmptyState
      title={words("users.none")}
      action={
        <Button
          text={words("users.clear")}
          onClick={() => url.change(Object.fromEntries(narrowing.map((name) => [name, null])))}
        />
      }
    >
      <Word id="users.none.text" />
    </EmptyState>
  )
}

type ListProps = Props & {
  readonly columns: ReadonlyArray<Column<UserSummary>>
  /** Under which name this device keeps the columns that are shown. */
  readonly list: "users" | "userRights"
}

const Filters = ({ url, person, groups, companies, columns, list }: ListProps) => {
  const words = useWords()
  const said = useSaid()
  const known = groups.snapshot.context.data?.groups ?? []
  return (
    <>
      <SearchFilter url={url} label={words("users.search")} />
      <ChoiceFilter
        url={url}
        name="state"
        label={words("users.state")}
        all={words("part.allStates")}
        options={userList.states.map((state) => ({ value: state, label: words(`user.state.${state}`) }))}
      />
      <ChoiceFilter
        url={url}
        name="type"
        label={words("users.type")}
        all={words("users.type.all")}
        options={userTypeFilters.map((type) => ({ value: type, label: said(userTypeNames[Number(type) as UserType]) }))}
      />
      {known.length > 0 && (
        <ChoiceFilter
          url={url}
          name="of"
          label={words("users.group")}
          all={words("users.group.all")}
          options={known.map(({ hashedId, group }) => ({ value: hashedId, label: group.name }))}
        />
      )}
      {seesEveryCompany(person) && (
        <ChoiceFilter
          url={url}
          name="scope"
          label={words("users.scope")}
          all={words("users.scope.own")}
          options={[
            { value: "all", label: words("users.scope.all") },
            ...(companies.snapshot.context.data ?? []).map(({ hashedId, name }) => ({ value: hashedId, label: name })),
          ]}
        />
      )}
      <ListTools list={list} columns={columns} />
    </>
  )
}

/** Brings people by a file, and saves who is listed as one, or says why that is not possible. */
const Files = ({ page, person, file, url }: Props) => {
  const words = useWords()
  const label = words("users.export")
  const missing = missingRight(person, "User.DownloadUsers")
  const importing = <Button text={words("userFile.open")} onClick={() => url.go({ import: "", tab: null })} />
  if (missing !== undefined)
    return (
      <>
        {importing}
        <WhyNot id="users-export" label={label} what={label} reason={missing} />
      </>
    )
  return (
    <>
      {importing}
      {file !== undefined && file.snapshot.context.queue !== null && <Exporting file={file} />}
      <HeldButton text={label} loading={file !== undefined} onClick={() => page.send({ type: "export.pressed" })} />
    </>
  )
}

const People = (props: ListProps) => {
  const { url, users, columns, list } = props
  const words = useWords()
  return (
    <DataTable
      label={words(list === "users" ? "users.list" : "users.matrix")}
      reading={users}
      list={list}
      total={totalOf(users, url.search["state"])}
      columns={columns}
      rowId={({ hashedId }) => hashedId}
      rowHref={({ hashedId }) => url.href({ id: hashedId, tab: null })}
      order={orderIn(url, userList)}
      empty={<Nobody url={url} />}
    />
  )
}

const Lists = (props: Props) => {
  const { url } = props
  const words = useWords()
  const facts = useColumns()
  const tab = url.search["tab"]
  const isMatrix = tab === "rights"
  // What was bought is known of the company one works for, whose users are listed unless others are asked for.
  const isOwn = (url.search["scope"] ?? "") === ""
  const rights = useRightColumns(facts, isOwn ? props.groups.snapshot.context.data?.features : undefined)
  const columns = isMatrix ? rights : facts
  const shown = { ...props, columns, list: isMatrix ? "userRights" : "users" } as const
  const [label, editor] = tab === "groups" ? (["group.new", "group"] as const) : (["invitation.new", "invite"] as const)
  const Shown = tab === "groups" ? GroupMatrix : tab === "invitations" ? InvitationTable : People
  return (
    <Page
      title={words("users.title")}
      lead={words("users.lead")}
      primary={{ label: words(label), onPress: () => url.go({ [editor]: "", tab: null }) }}
      {...(Shown === People && tab !== "directory"
        ? { filters: <Filters {...shown} />, actions: <Files {...props} /> }
        : {})}
      views={
        <Tabs
          url={url}
          name="tab"
          label={words("users.parts")}
          tabs={[
            { id: "people", label: words("users.tab.people") },
            { id: "rights", label: words("users.access") },
            { id: "groups", label: words("users.tab.groups") },
            { id: "invitations", label: words("users.tab.invitations") },
            { id: "directory", label: words("users.tab.directory") },
          ]}
        />
      }
    >
      <div className={isMatrix ? "user-matrix" : undefined}>
        {tab === "directory" ? props.directory : <Shown {...shown} />}
      </div>
    </Page>
  )
}

/** `/user`: the people who work with the product, or the one that the address names (docs/policy.md#users). */
export const UsersView = (props: Props) => (
  <>
    {props.page.snapshot.matches({ place: "user" }) ? <UserView {...props} /> : <Lists {...props} />}
    <Confirmation command={props.command} />
  </>
)
