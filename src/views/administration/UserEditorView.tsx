import type { UserEditorEvent, UserEditorSnapshot, UserValues } from "#machines/administration/userEditor.machine.ts"
import type { User } from "#schemas/administration/user.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"
import { TextField } from "#views/parts/Field.tsx"
import { Form, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { ViewAs } from "./ViewAs.tsx"
import { RankFields } from "./RankFields.tsx"
import { rightsIn, rightsWith } from "./rightsIn.ts"

type Props = {
  readonly page: Seen<UserEditorSnapshot, UserEditorEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly form: SeenForm | undefined
}

const formId = "user"

const namesOf = ({ companyGroups }: User, groupIds: ReadonlyArray<number>): string =>
  companyGroups
    .filter(({ groupId }) => groupIds.includes(groupId))
    .map(({ name }) => name)
    .join(", ")

const Compared = ({ theirs, mine }: { readonly theirs: UserValues; readonly mine: UserValues }) => {
  const words = useWords()
  const rowOf = (label: string, of: (values: UserValues) => string) => ({ label, mine: of(mine), theirs: of(theirs) })
  return (
    <Comparison
      rows={[
        rowOf(words("user.field.displayName"), ({ displayName }) => displayName),
        rowOf(words("user.field.userType"), ({ userType }) => userTypeNames[userType]),
        rowOf(words("user.field.groupIds"), ({ groupIds }) => namesOf(theirs.of, groupIds)),
        rowOf(words("user.field.accessIds"), ({ accessIds }) => rightsIn(accessIds)),
      ]}
    />
  )
}

/** The user as someone else saved them, next to what the form holds. */
const compare: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as UserValues} mine={mine as unknown as UserValues} />
)

const Fields = ({ person, form }: { readonly person: SignedInPerson; readonly form: SeenForm }) => {
  const words = useWords()
  const { of } = form.snapshot.context.values as unknown as UserValues
  const isOwnCompany = of.companyId === person.companyId
  return (
    <div className="form-fields">
      <TextField
        form={form}
        id={formId}
        name="displayName"
        label={words("user.field.displayName")}
        hint={words("user.field.displayName.hint")}
        maxLength={120}
      />
      <RankFields form={form} id={formId} person={person} isOwnCompany={isOwnCompany} of={of} before={of.user} />
    </div>
  )
}

const Writing = ({ url, person, form: running }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const form = leavingFor(url.href({ id: url.search["edit"] ?? null, edit: null }), running)
  const values = form.snapshot.context.values as unknown as UserValues
  const labels = {
    displayName: words("user.field.displayName"),
    userType: words("user.field.userType"),
    groupIds: words("user.field.groupIds"),
    accessIds: words("user.field.accessIds"),
  }
  return (
    <div className="user-editor">
      <Form form={form} id={formId} labels={labels} submitLabel={words("user.save")} compare={compare}>
        <Fields person={person} form={form} />
      </Form>
      <ViewAs
        title={words("user.view", { name: values.displayName })}
        lead={words(values.of.state === "active" ? "user.view.draft" : "user.view.none")}
        userType={values.userType}
        accessIds={rightsWith(values)}
      />
    </div>
  )
}

/** `/user?edit=…`: changes a user's name, type, groups and rights (docs/policy.md#users). */
export const UserEditorView = (props: Props) => {
  const { page, url, form } = props
  const words = useWords()
  const { opened } = page.snapshot.context
  return (
    <EditorPage
      id="user-editor"
      title={words("user.editor.title")}
      {...(opened === null ? {} : { lead: opened.of.userName })}
      list={{ label: words("users.title"), href: url.href({ edit: null, id: null }) }}
      {...(opened === null
        ? {}
        : { thing: { label: opened.of.displayName, href: url.href({ edit: null, id: opened.of.hashedId }) } })}
      page={page}
    >
      {form !== undefined && <Writing {...props} form={form} />}
    </EditorPage>
  )
}
