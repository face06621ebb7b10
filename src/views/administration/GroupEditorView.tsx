import type {
  GroupEditorEvent,
  GroupEditorSnapshot,
  GroupValues,
} from "#machines/administration/groupEditor.machine.ts"
import { userTypes } from "#schemas/access.ts"
import { whyNotGiven } from "#schemas/administration/givenRights.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"
import { TextField } from "#views/parts/Field.tsx"
import { Form, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { RightsField } from "./RightsField.tsx"
import { rightsIn } from "./rightsIn.ts"
import { ViewAs } from "./ViewAs.tsx"

type Props = {
  readonly page: Seen<GroupEditorSnapshot, GroupEditorEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly form: SeenForm | undefined
}

const formId = "group"
const back = { group: null, tab: "groups" }

const Compared = ({ theirs, mine }: { readonly theirs: GroupValues; readonly mine: GroupValues }) => {
  const words = useWords()
  return (
    <Comparison
      rows={[
        { label: words("group.field.name"), mine: mine.name, theirs: theirs.name },
        {
          label: words("group.field.accessIds"),
          mine: rightsIn(mine.accessIds),
          theirs: rightsIn(theirs.accessIds),
        },
      ]}
    />
  )
}

/** The group as someone else saved it, next to what the form holds. */
const compare: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as GroupValues} mine={mine as unknown as GroupValues} />
)

const Writing = ({ page, url, person, form: running }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const form = leavingFor(url.href(back), running)
  const { opened } = page.snapshot.context
  const { accessIds } = form.snapshot.context.values as unknown as GroupValues
  const features = opened?.features ?? []
  const labels = { name: words("group.field.name"), accessIds: words("group.field.accessIds") }
  return (
    <div className="user-editor">
      <Form form={form} id={formId} labels={labels} submitLabel={words("group.save")} compare={compare}>
        <div className="form-fields">
          <TextField form={form} id={formId} name="name" label={labels.name} maxLength={80} />
          <RightsField
            form={form}
            id={formId}
            label={labels.accessIds}
            hint={words("group.field.accessIds.hint")}
            before={opened?.accessIds ?? []}
            // A group may hold what only Super Admins can use: it gives it to those of them who are in it.
            whyNot={(id) => whyNotGiven(person, { userType: userTypes.SuperAdmin, features }, id)}
          />
        </div>
      </Form>
      <ViewAs
        title={words("user.view.group")}
        lead={words("user.view.group.lead")}
        userType={userTypes.User}
        accessIds={accessIds.filter((id) => features.includes(id))}
      />
    </div>
  )
}

/** `/user?group=…`: makes a group of users or changes it (docs/policy.md#users). */
export const GroupEditorView = (props: Props) => {
  const { page, url, form } = props
  const words = useWords()
  const { opened } = page.snapshot.context
  return (
    <EditorPage
      id="group-editor"
      title={words("group.editor.title")}
      {...(opened === null ? {} : { lead: <Word id="group.members" values={{ count: opened.members }} /> })}
      list={{ label: words("users.title"), href: url.href(back) }}
      page={page}
    >
      {form !== undefined && <Writing {...props} form={form} />}
    </EditorPage>
  )
}
