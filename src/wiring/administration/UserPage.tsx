import "#views/administration/activity.css"
import "#views/administration/global.css"
import "#views/administration/users.css"
import { activitySentences } from "#schemas/administration/activitySentences.ts"
import { activityWords } from "#schemas/administration/activityWords.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { GroupEditorPage } from "./GroupEditorPage.tsx"
import { InvitationEditorPage } from "./InvitationEditorPage.tsx"
import { UserEditorPage } from "./UserEditorPage.tsx"
import { UsersPage } from "./UsersPage.tsx"

addWords(activitySentences, activityWords, userWords)

/** `/user`: users, their groups and who is invited, or the editor when the address asks for it. */
export const UserPage = () => {
  const { search } = usePageUrl()
  const { edit, group, invite } = search
  if (edit === undefined && group === undefined && invite === undefined) return <UsersPage />
  return (
    <HeadingSlot value={focusOnMount}>
      {edit !== undefined && <UserEditorPage key={edit} />}
      {edit === undefined && group !== undefined && <GroupEditorPage key={group} />}
      {edit === undefined && group === undefined && <InvitationEditorPage />}
    </HeadingSlot>
  )
}
