import { usualNoticeChoices } from "#schemas/administration/notice.ts"
import { usualPreferences } from "#schemas/preferences.ts"
import type { Requests } from "./contractRequests.ts"

/** What stands for no members. */
const emptyGroup = "d41d8cd98f00b204e9800998ecf8427e"

/** The requests of sessions, and of the people who have them. */
export const requests: Requests = {
  "User.login": () => ({}),
  "User.GetUsers": ({ groupHashedId }) => ({ query: { groupHashedId } }),
  "User.DownloadUsers": ({ groupHashedId }) => ({ query: { groupHashedId } }),
  "User.CheckUserFile": () => {
    const body = new FormData()
    body.append("file", new Blob(["E-mail\nina@invited.test\n"]), "users.csv")
    return { body }
  },
  "User.GetUserCompanies": () => ({}),
  "User.GetUser": ({ userHashedId }) => ({ query: { hashedId: userHashedId } }),
  "User.SaveUser": ({ userHashedId }) => ({
    body: {
      hashedId: userHashedId,
      user: { displayName: "Una User", userType: 3, accessIds: [14], groupIds: [] },
    },
  }),
  "User.ChangeState": ({ userHashedId }) => ({ body: { hashedId: userHashedId, action: "signOut" } }),
  "User.GetGroups": () => ({}),
  "User.SaveGroup": ({ groupHashedId }) => ({
    body: { hashedId: groupHashedId, group: { name: "A group", accessIds: [14] } },
  }),
  "User.GetGroupMembers": ({ groupHashedId }) => ({ query: { hashedId: groupHashedId } }),
  "User.SaveGroupMembers": ({ groupHashedId }) => ({
    body: { hashedId: groupHashedId, seen: emptyGroup, members: [] },
  }),
  "User.GetProfile": () => ({}),
  "User.GetSignIns": () => ({}),
  "User.EndOtherSignIns": () => ({}),
  "User.GetNotices": () => ({}),
  "User.ReadNotices": () => ({ body: { noticeIds: [] } }),
  "User.SaveProfile": () => ({
    body: { displayName: "Una User", signature: "", ...usualPreferences, ...usualNoticeChoices },
  }),
  "User.GetDirectory": () => ({}),
  "User.MakeDirectoryToken": () => ({ body: { token: { name: "Entra ID" } } }),
  "User.RevokeDirectoryToken": () => ({ body: { tokenId: 1 } }),
  "User.GetInvitations": () => ({}),
  "User.InviteUser": ({ groupHashedId }) => ({
    body: {
      invitation: {
        email: `${groupHashedId.slice(0, 12).toLowerCase()}@invited.test`,
        ...{ displayName: "Ina Vited", userType: 3, accessIds: [14], groupIds: [] },
      },
    },
  }),
  "User.ChangeInvitation": ({ invitationHashedId }) => ({
    body: { hashedId: invitationHashedId, action: "resend" },
  }),
  "User.DeleteGroup": ({ groupHashedId }) => ({ query: { hashedId: groupHashedId } }),
}
