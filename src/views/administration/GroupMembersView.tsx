import { Button } from "@blueprintjs/core"
import type {
  GroupMembersEvent,
  GroupMembersSnapshot,
  MembersValues,
} from "#machines/administration/groupMembers.machine.ts"
import { whyNotChanged, whyNotJoined } from "#schemas/administration/givenRights.ts"
import type { GroupMember } from "#schemas/administration/groupMembers.ts"
import type { UserSummary } from "#schemas/administration/user.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { SearchBox } from "#views/parts/Filter.tsx"
import {
  changeField,
  fieldError,
  fieldId,
  fieldValue,
  Form,
  isSubmitting,
  leavingFor,
  type Compare,
  type SeenForm,
} from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<GroupMembersSnapshot, GroupMembersEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  /** Who was found by what is searched. */
  readonly found: SeenReading<ReadonlyArray<UserSummary>>
  readonly form: SeenForm | undefined
}
type Running = Props & { readonly form: SeenForm }

const formId = "members"
const back = { members: null, tab: "groups" }
const membersIn = (form: SeenForm) => fieldValue(form, "members") as MembersValues["members"]
const namesIn = ({ members }: MembersValues): string => members.map(({ displayName }) => displayName).join(", ")

const Compared = ({ theirs, mine }: { readonly theirs: MembersValues; readonly mine: MembersValues }) => (
  <Comparison rows={[{ label: useWords()("members.in"), mine: namesIn(mine), theirs: namesIn(theirs) }]} />
)

/** Who someone else left in the group, next to whom the form holds. */
const compare: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as MembersValues} mine={mine as unknown as MembersValues} />
)

/** Someone by name and address, with what can be done, or why it cannot. */
const PersonRow = (props: {
  readonly who: Pick<GroupMember, "displayName" | "userName">
  readonly said: string | undefined
  readonly action: { readonly word: "members.add" | "members.remove"; readonly onPress: () => void }
  readonly waits: boolean
}) => {
  const words = useWords()
  const { who, said, action, waits } = props
  const name = who.displayName
  return (
    <li className="member-row">
      <span>
        {name} <span className="muted small">{who.userName}</span>
      </span>
      {said === undefined ? (
        <Button
          size="small"
          variant="minimal"
          text={words(action.word)}
          aria-label={words(`${action.word}.of`, { name })}
          disabled={waits}
          onClick={action.onPress}
        />
      ) : (
        <span className="muted small">{said}</span>
      )}
    </li>
  )
}

const Members = ({ form, person }: Running) => {
  const words = useWords()
  const members = membersIn(form)
  const error = fieldError(form, "members")
  return (
    <fieldset
      className={error === undefined ? "field" : "field field-invalid"}
      id={fieldId(formId, "members")}
      tabIndex={-1}
    >
      <legend>{words("members.in")}</legend>
      {members.length === 0 && (
        <p className="muted">
          <Word id="members.none" />
        </p>
      )}
      <ul className="member-list">
        {members.map((who) => (
          <PersonRow
            key={who.hashedId}
            who={who}
            said={whyNotChanged(person, who)}
            waits={isSubmitting(form)}
            action={{
              word: "members.remove",
              onPress: () =>
                changeField(
                  form,
                  "members",
                  members.filter(({ hashedId }) => hashedId !== who.hashedId),
                ),
            }}
          />
        ))}
      </ul>
      {error !== undefined && <p className="field-error">{error}</p>}
    </fieldset>
  )
}

const memberOf = ({ userId, hashedId, userName, displayName, userType, state }: UserSummary): GroupMember => ({
  ...{ userId, hashedId, userName, displayName, userType, state },
})

const byName = (one: GroupMember, other: GroupMember): number => one.displayName.localeCompare(other.displayName)

const Found = ({ form, person, found }: Running) => {
  const words = useWords()
  const members = membersIn(form)
  const { of } = form.snapshot.context.values as unknown as MembersValues
  return (
    <Reading of={found}>
      {(users) => (
        <>
          {users.length === 0 && <p className="muted">{words("members.found.none")}</p>}
          <ul className="member-list" aria-label={words("members.find")}>
            {users.map((user) => (
              <PersonRow
                key={user.hashedId}
                who={user}
                said={
                  members.some(({ hashedId }) => hashedId === user.hashedId)
                    ? words("members.found.in")
                    : whyNotJoined(person, user, of)
                }
                waits={isSubmitting(form)}
                action={{
                  word: "members.add",
                  onPress: () => changeField(form, "members", [...members, memberOf(user)].toSorted(byName)),
                }}
              />
            ))}
          </ul>
          {found.snapshot.context.next !== null && <p className="muted small">{words("members.found.more")}</p>}
        </>
      )}
    </Reading>
  )
}

const Writing = (props: Running) => {
  const { page, url } = props
  const words = useWords()
  const form = leavingFor(url.href(back), props.form)
  const { searched } = page.snapshot.context
  return (
    <div className="user-editor">
      <Form
        form={form}
        id={formId}
        labels={{ members: words("members.in") }}
        submitLabel={words("members.save")}
        compare={compare}
      >
        <Members {...props} form={form} />
      </Form>
      <Section title={words("members.find")}>
        <SearchBox
          label={words("users.search")}
          value={searched}
          onChange={(text) => page.send({ type: "search.changed", searched: text })}
        />
        <p className="field-hint">{words("members.find.hint")}</p>
        <Found {...props} form={form} />
      </Section>
    </div>
  )
}

/** `/user?members=…`: who is in a group of users (docs/policy.md#users). */
export const GroupMembersView = (props: Props) => {
  const { page, url, form } = props
  const words = useWords()
  const { opened } = page.snapshot.context
  return (
    <EditorPage
      id="group-members"
      title={words("members.title")}
      {...(opened === null ? {} : { lead: opened.of.name })}
      list={{ label: words("users.title"), href: url.href(back) }}
      page={page}
    >
      {form !== undefined && <Writing {...props} form={form} />}
    </EditorPage>
  )
}
