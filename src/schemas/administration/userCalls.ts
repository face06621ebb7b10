import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiSchema, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders, versionedHeaders } from "../commands.ts"
import { limits } from "../constants.ts"
import { HashedId } from "../ids.ts"
import { Done, listQuery, Reply } from "../reply.ts"
import { Directory, MadeDirectoryToken, MakeDirectoryToken, RevokeDirectoryToken } from "./directory.ts"
import { Group, GroupList, SaveGroup } from "./group.ts"
import { GroupMembers, SaveGroupMembers } from "./groupMembers.ts"
import { NoticeGroup } from "./noticeCalls.ts"
import { Profile, ProfileDraft, SignIns } from "./profile.ts"
import { ChangeInvitation, Invitation, InviteUser } from "./invitation.ts"
import { ChangeUserState, SaveUser, User, UserCompany, userList, usersQuery, UserSummary } from "./user.ts"
import { UserFileCheck } from "./userFile.ts"

/** The login call, those of notices, and those of the people who sign in (docs/policy.md#users); what is added to a group has its whole path. */
export class UserGroup extends NoticeGroup.add(
  HttpApiEndpoint.get("GetUsers", "/User/GetUsers", {
    query: { ...listQuery(userList), ...usersQuery },
    success: Reply(Schema.Array(UserSummary)),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Lists the users."),
  HttpApiEndpoint.get("DownloadUsers", "/User/DownloadUsers", {
    query: { ...Struct.omit(listQuery(userList), ["cursor", "pageSize"]), ...usersQuery },
    success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Gives the users of a list as a file."),
  HttpApiEndpoint.get("GetUserCompanies", "/User/GetUserCompanies", { success: Reply(Schema.Array(UserCompany)) })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Lists the companies whose users one manages."),
  HttpApiEndpoint.get("GetUser", "/User/GetUser", { query: { hashedId: HashedId }, success: Reply(User) })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Gives one user with their rights."),
  HttpApiEndpoint.post("SaveUser", "/User/SaveUser", {
    headers: versionedHeaders,
    payload: SaveUser,
    success: Reply(User),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Changes a user's name, type, rights and groups."),
  HttpApiEndpoint.post("ChangeState", "/User/ChangeState", {
    headers: versionedHeaders,
    payload: ChangeUserState,
    success: Reply(User),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Locks, unlocks, deactivates or reactivates a user, or signs them out everywhere."),
  HttpApiEndpoint.post("CheckUserFile", "/User/CheckUserFile", {
    payload: Schema.Struct({}).pipe(
      HttpApiSchema.asMultipartStream({ maxFileSize: limits.bodyBytes, maxTotalSize: limits.bodyBytes }),
    ),
    success: Reply(UserFileCheck),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Says what a file of users would do, row by row; nothing is changed."),
  HttpApiEndpoint.get("GetGroups", "/User/GetGroups", { success: Reply(GroupList) })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Lists the groups of users, and the rights that the company has bought."),
  HttpApiEndpoint.post("SaveGroup", "/User/SaveGroup", {
    headers: versionedHeaders,
    payload: SaveGroup,
    success: Reply(Group),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Makes a group of users or changes it."),
  HttpApiEndpoint.delete("DeleteGroup", "/User/DeleteGroup", {
    headers: versionedHeaders,
    query: { hashedId: HashedId },
    success: Done,
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Deletes a group of users; its members lose its rights."),
  HttpApiEndpoint.get("GetGroupMembers", "/User/GetGroupMembers", {
    query: { hashedId: HashedId },
    success: Reply(GroupMembers),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Lists who is in a group of users."),
  HttpApiEndpoint.post("SaveGroupMembers", "/User/SaveGroupMembers", {
    headers: commandHeaders,
    payload: SaveGroupMembers,
    success: Reply(GroupMembers),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Says who is in a group of users: puts people into it and takes others out."),
  HttpApiEndpoint.get("GetInvitations", "/User/GetInvitations", { success: Reply(Schema.Array(Invitation)) })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Lists the invitations that no one has taken yet."),
  HttpApiEndpoint.post("InviteUser", "/User/InviteUser", {
    headers: commandHeaders,
    payload: InviteUser,
    success: Done,
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Invites a person to the company by e-mail."),
  HttpApiEndpoint.post("ChangeInvitation", "/User/ChangeInvitation", {
    headers: versionedHeaders,
    payload: ChangeInvitation,
    success: Done,
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Sends an invitation again, or withdraws it."),
  HttpApiEndpoint.get("GetDirectory", "/User/GetDirectory", { success: Reply(Directory) })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Says where the company's directory keeps its users, and lists its tokens."),
  HttpApiEndpoint.post("MakeDirectoryToken", "/User/MakeDirectoryToken", {
    headers: commandHeaders,
    payload: MakeDirectoryToken,
    success: Reply(MadeDirectoryToken),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Makes a token for the company's directory; only this answer holds its text."),
  HttpApiEndpoint.post("RevokeDirectoryToken", "/User/RevokeDirectoryToken", {
    headers: commandHeaders,
    payload: RevokeDirectoryToken,
    success: Reply(Directory),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Ends a token of the company's directory at once."),
  HttpApiEndpoint.get("GetProfile", "/User/GetProfile", { success: Reply(Profile) })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Gives one's own preferences, and one's rights with where they come from."),
  HttpApiEndpoint.post("SaveProfile", "/User/SaveProfile", {
    headers: versionedHeaders,
    payload: ProfileDraft,
    success: Reply(Profile),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Changes one's own name and preferences."),
  HttpApiEndpoint.get("GetSignIns", "/User/GetSignIns", { success: Reply(SignIns) })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Lists one's own sign-ins, with the address and device of each."),
  HttpApiEndpoint.post("EndOtherSignIns", "/User/EndOtherSignIns", {
    headers: commandHeaders,
    success: Reply(SignIns),
  })
    .middleware(SignedIn)
    .annotate(OpenApi.Summary, "Ends one's sign-ins in all other browsers."),
).annotate(OpenApi.Description, "Who comes in, and what they may do.") {}
