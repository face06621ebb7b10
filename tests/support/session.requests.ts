import { usualPreferences } from "#schemas/preferences.ts"
import type { Requests } from "./contractRequests.ts"

/** The requests of sessions, and of the people who have them. */
export const requests: Requests = {
  "User.login": () => ({}),
  "User.GetUsers": ({ groupHashedId }) => ({ query: { groupHashedId } }),
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
  "User.GetProfile": () => ({}),
  "User.SaveProfile": () => ({ body: { displayName: "Una User", ...usualPreferences } }),
  "User.GetSignIns": () => ({}),
  "User.EndOtherSignIns": () => ({}),
  "User.DeleteGroup": ({ groupHashedId }) => ({ query: { hashedId: groupHashedId } }),
}
