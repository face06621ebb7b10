import "#views/administration/global.css"
import "#views/administration/users.css"
import { userWords } from "#schemas/administration/userWords.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { GroupEditorPage } from "./GroupEditorPage.tsx"
import { UserEditorPage } from "./UserEditorPage.tsx"
import { UsersPage } from "./UsersPage.tsx"

addWords(userWords)

/** `/user`: users and their groups, or the editor when the address asks for it. */
export const UserPage = () => {
  const { search } = usePageUrl()
  const { edit, group } = search
  if (edit === undefined && group === undefined) return <UsersPage />
  return (
    <HeadingSlot value={focusOnMount}>
      {edit === undefined ? <GroupEditorPage key={group} /> : <UserEditorPage key={edit} />}
    </HeadingSlot>
  )
}
