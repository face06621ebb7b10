import { Effect } from "effect"
import type { SaveGroup } from "#schemas/administration/group.ts"
import type { SaveGroupMembers } from "#schemas/administration/groupMembers.ts"
import type { ProfileDraft, SignIns } from "#schemas/administration/profile.ts"
import type { InviteUser, InvitationAction } from "#schemas/administration/invitation.ts"
import type { SaveUser, UserAction, UsersParams } from "#schemas/administration/user.ts"
import { UserGroup } from "#schemas/administration/userCalls.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { notFound } from "#schemas/problem.ts"
import type { PageOf } from "#schemas/reply.ts"
import { readLog } from "./Activity.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"
import { saveDownload } from "./saveDownload.ts"

/** Which thing, and the version an action on it was decided on. */
type Which = { readonly hashedId: string; readonly version: number }

/** The users, a page at a time. */
export const readUsers = (params: UsersParams, page: PageOf) =>
  callApi(UserGroup, (api) => api.GetUsers({ query: { ...params, ...page } }))

/** Saves the users of a list, all of them, as a file. */
export const downloadUsers = (query: UsersParams) =>
  saveDownload(
    callApi(UserGroup, (api) => api.DownloadUsers({ query, responseMode: "decoded-and-response" })),
    "users.csv",
  )

/** The companies whose users one manages. */
export const readUserCompanies = () => callApi(UserGroup, (api) => api.GetUserCompanies({}))

/** One user with their rights; `NotFound` when there is none. */
export const readUser = (query: { readonly hashedId: string }) => callApi(UserGroup, (api) => api.GetUser({ query }))

/** Saves a user; `version` is the one that was changed. `StaleVersion` when they were saved since. */
export const saveUser = ({ version, ...payload }: SaveUser & { readonly version: number }, commandId: string) =>
  Effect.map(
    callApi(UserGroup, (api) => api.SaveUser({ headers: versionedHeaders(commandId, version), payload })),
    ({ data }) => data,
  )

const change =
  (action: UserAction) =>
  ({ hashedId, version }: Which, commandId: string) =>
    Effect.asVoid(
      callApi(UserGroup, (api) =>
        api.ChangeState({ headers: versionedHeaders(commandId, version), payload: { hashedId, action } }),
      ),
    )

/** What is done to an account as a whole. */
export const lockUser = change("lock")
export const unlockUser = change("unlock")
export const deactivateUser = change("deactivate")
export const reactivateUser = change("reactivate")
export const signOutUser = change("signOut")

/** One's own account. */
export const readProfile = Effect.map(
  callApi(UserGroup, (api) => api.GetProfile({})),
  ({ data }) => data,
)

/** Saves what one sets for oneself; `version` is the one that was changed. `StaleVersion` when the account changed since. */
export const saveProfile = ({ version, ...payload }: ProfileDraft & { readonly version: number }, commandId: string) =>
  Effect.map(
    callApi(UserGroup, (api) => api.SaveProfile({ headers: versionedHeaders(commandId, version), payload })),
    ({ data }) => data,
  )

/** One's own sign-ins. */
export const readSignIns = () => callApi(UserGroup, (api) => api.GetSignIns({}))

/** Ends one's sign-ins in all other browsers. */
export const endOtherSignIns = (_signIns: SignIns, commandId: string) =>
  Effect.asVoid(callApi(UserGroup, (api) => api.EndOtherSignIns({ headers: commandHeaders(commandId) })))

/** The groups of users of the company one works for, with what it has bought. */
export const readGroups = () => callApi(UserGroup, (api) => api.GetGroups({}))

/** One of them, with what the company has bought; `NotFound` when there is none. */
export const readGroup = (hashedId: string) =>
  Effect.flatMap(readGroups(), ({ data }) => {
    const found = data.groups.find((group) => group.hashedId === hashedId)
    return found === undefined ? Effect.fail(notFound()) : Effect.succeed({ ...found, features: data.features })
  })

/** Saves a group; `version` is the one that was changed, 0 for a new one. `StaleVersion` when it was saved since. */
export const saveGroup = ({ version, ...payload }: SaveGroup & { readonly version: number }, commandId: string) =>
  Effect.map(
    callApi(UserGroup, (api) => api.SaveGroup({ headers: versionedHeaders(commandId, version), payload })),
    ({ data }) => data,
  )

/** Who is in a group. */
export const readGroupMembers = (query: { readonly hashedId: string }) =>
  callApi(UserGroup, (api) => api.GetGroupMembers({ query }))

/** Says who is in a group; `StaleVersion` where others are in it by now than were `seen`. */
export const saveGroupMembers = (payload: SaveGroupMembers, commandId: string) =>
  Effect.map(
    callApi(UserGroup, (api) => api.SaveGroupMembers({ headers: commandHeaders(commandId), payload })),
    ({ data }) => data,
  )

/** Deletes a group: its members lose its rights. */
export const deleteGroup = ({ hashedId, version }: Which, commandId: string) =>
  Effect.asVoid(
    callApi(UserGroup, (api) =>
      api.DeleteGroup({ headers: versionedHeaders(commandId, version), query: { hashedId } }),
    ),
  )

/** The invitations of the company one works for that no one has taken yet. */
export const readInvitations = () => callApi(UserGroup, (api) => api.GetInvitations({}))

/** Invites a person, or again one who is invited already. */
export const inviteUser = (payload: InviteUser, commandId: string) =>
  Effect.asVoid(callApi(UserGroup, (api) => api.InviteUser({ headers: commandHeaders(commandId), payload })))

const changeInvitation =
  (action: InvitationAction) =>
  ({ hashedId, version }: Which, commandId: string) =>
    Effect.asVoid(
      callApi(UserGroup, (api) =>
        api.ChangeInvitation({ headers: versionedHeaders(commandId, version), payload: { hashedId, action } }),
      ),
    )

/** Mails a new link for an invitation, or takes it back. */
export const resendInvitation = changeInvitation("resend")
export const withdrawInvitation = changeInvitation("withdraw")

/** What was done to one user, and what they set for themselves, newest first; `acting` is the company one works for. */
export const readUserHistory = (acting: () => CompanyId) => (which: { readonly hashedId: string }, page: PageOf) =>
  Effect.flatMap(readUser(which), ({ data: { userId, companyId } }) =>
    readLog({ ...page, kind: "user", thingId: userId, ...(companyId === acting() ? {} : { everyCompany: "true" }) }),
  )
