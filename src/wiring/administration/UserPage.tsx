import "#views/administration/activity.css"
import "#views/administration/global.css"
import "#views/administration/users.css"
import { activitySentences } from "#schemas/administration/activitySentences.ts"
import { activityWords } from "#schemas/administration/activityWords.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { UsersPage } from "./UsersPage.tsx"

addWords(activitySentences, activityWords, userWords)

/** Opened from the list: their code comes with them. */
const GroupEditorPage = lazyPart(
  chunk(() => import("./GroupEditorPage.tsx").then((one) => one.GroupEditorPage)),
  { within: true },
)
const GroupMembersPage = lazyPart(
  chunk(() => import("./GroupMembersPage.tsx").then((one) => one.GroupMembersPage)),
  { within: true },
)
const InvitationEditorPage = lazyPart(
  chunk(() => import("./InvitationEditorPage.tsx").then((one) => one.InvitationEditorPage)),
  { within: true },
)
const UserEditorPage = lazyPart(
  chunk(() => import("./UserEditorPage.tsx").then((one) => one.UserEditorPage)),
  { within: true },
)
const UserFilePage = lazyPart(
  chunk(() => import("./UserFilePage.tsx").then((one) => one.UserFilePage)),
  { within: true },
)

/** `/user`: users, their groups and who is invited, or the editor when the address asks for it. */
export const UserPage = () => {
  const { search } = usePageUrl()
  const { edit, group, members, invite, import: file } = search
  const editor =
    edit !== undefined ? (
      <UserEditorPage key={edit} />
    ) : group !== undefined ? (
      <GroupEditorPage key={group} />
    ) : members !== undefined ? (
      <GroupMembersPage key={members} />
    ) : invite !== undefined ? (
      <InvitationEditorPage />
    ) : file !== undefined ? (
      <UserFilePage />
    ) : undefined
  return editor === undefined ? <UsersPage /> : <HeadingSlot value={focusOnMount}>{editor}</HeadingSlot>
}
