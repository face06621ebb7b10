import type {
  InvitationEditorEvent,
  InvitationEditorSnapshot,
  InvitationValues,
} from "#machines/administration/invitationEditor.machine.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { TextField } from "#views/parts/Field.tsx"
import { Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { RankFields } from "./RankFields.tsx"
import { rightsWith } from "./rightsIn.ts"
import { ViewAs } from "./ViewAs.tsx"

type Props = {
  readonly page: Seen<InvitationEditorSnapshot, InvitationEditorEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly form: SeenForm | undefined
}

const formId = "invitation"
const back = { invite: null, tab: "invitations" }

const Writing = ({ url, person, form: running }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const form = leavingFor(url.href(back), running)
  const values = form.snapshot.context.values as unknown as InvitationValues
  const { of, displayName } = values
  const isOwnCompany = (person.actingCompany ?? null) === null
  const labels = {
    email: words("invitation.field.email"),
    displayName: words("user.field.displayName"),
    userType: words("user.field.userType"),
    groupIds: words("user.field.groupIds"),
    accessIds: words("user.field.accessIds"),
  }
  return (
    <div className="user-editor">
      <Form form={form} id={formId} labels={labels} submitLabel={words("invitation.send")}>
        <div className="form-fields">
          <TextField
            form={form}
            id={formId}
            name="email"
            type="email"
            label={labels.email}
            hint={words("invitation.field.email.hint")}
            maxLength={254}
          />
          <TextField
            form={form}
            id={formId}
            name="displayName"
            label={labels.displayName}
            hint={words("invitation.field.displayName.hint")}
            maxLength={120}
          />
          <RankFields form={form} id={formId} person={person} isOwnCompany={isOwnCompany} of={of} />
        </div>
      </Form>
      <ViewAs
        title={displayName === "" ? words("user.view.new") : words("user.view", { name: displayName })}
        lead={words("user.view.invited")}
        userType={values.userType}
        accessIds={rightsWith(values)}
      />
    </div>
  )
}

/** `/user?invite=`: invites a person by e-mail (docs/policy.md#users). */
export const InvitationEditorView = (props: Props) => {
  const { page, url, form } = props
  const words = useWords()
  return (
    <EditorPage
      id="invitation-editor"
      title={words("invitation.editor.title")}
      lead={<Word id="invitation.editor.lead" />}
      list={{ label: words("users.title"), href: url.href(back) }}
      page={page}
    >
      {form !== undefined && <Writing {...props} form={form} />}
    </EditorPage>
  )
}
