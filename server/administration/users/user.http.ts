import { Clock, Effect, Struct } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { userFileLimits } from "#schemas/administration/userFile.ts"
import { CurrentPerson } from "#schemas/caller.ts"
import { reply } from "#schemas/reply.ts"
import { recordTaken } from "#server/http/audit.ts"
import { commandOptions } from "#server/http/commandHeaders.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { enterExports } from "#server/http/ExportPlaces.ts"
import { callsOf } from "#server/http/handlers.ts"
import { deviceOf } from "#server/identity/device.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { readSmallFile } from "#server/http/readSmallFile.ts"
import { pageIn, pageReply } from "#server/http/paging.ts"
import { fileStamp } from "#server/reporting/exports/exportTable.rule.ts"
import { readCompany } from "#server/reporting/report/reportTables.queries.ts"
import { deleteGroup, groupOf, saveGroup } from "./group.commands.ts"
import { readFeatures, readGroups } from "./group.queries.ts"
import { saveGroupMembers } from "./groupMembers.commands.ts"
import { readGroupMembers } from "./groupMembers.queries.ts"
import { saveProfile } from "./profile.commands.ts"
import { ownProfile } from "./profile.queries.ts"
import { endOwnOtherSignIns, ownSignIns } from "./signIn.commands.ts"
import { readInvitations } from "./invitation.queries.ts"
import { inviteUser, resendInvitation, withdrawInvitation } from "./invitation.commands.ts"
import { changeUserState, saveUser } from "./user.commands.ts"
import { checkUserFile } from "./userFile.ts"
import { usersFile } from "./userExport.ts"
import { foundUser, readUserCompanies, readUsers, type StoredUser } from "./user.queries.ts"

const shown = (user: StoredUser) => reply(Struct.omit(user, ["revision"]))

/** The calls of users and their groups. */
export const userCalls = callsOf("User", {
  GetUsers: Effect.fn("User.GetUsers")(function* ({ query }) {
    return pageReply(yield* readUsers(yield* CurrentPerson, yield* pageIn(query)))
  }),

  DownloadUsers: Effect.fn("User.DownloadUsers")(function* ({ query }) {
    const person = yield* CurrentPerson
    yield* enterExports(person, ["users", query])
    const { timezone: zone } = yield* readCompany(person.actingCompanyId)
    const stamp = fileStamp(yield* Clock.currentTimeMillis, zone)
    return HttpServerResponse.stream(yield* usersFile(person, query, zone, yield* recordTaken(person)), {
      contentType: "text/csv; charset=utf-8",
      headers: { "content-disposition": contentDisposition(`users-${stamp}.csv`), "cache-control": "no-store" },
    })
  }),

  GetUserCompanies: Effect.fn("User.GetUserCompanies")(function* () {
    return reply(yield* readUserCompanies(yield* CurrentPerson))
  }),

  CheckUserFile: Effect.fn("User.CheckUserFile")(function* ({ payload }) {
    const bytes = yield* readSmallFile(payload, userFileLimits.bytes)
    const now = new Date((yield* RealTime)()).toISOString()
    return reply(yield* checkUserFile(yield* CurrentPerson, bytes, now))
  }),

  GetUser: Effect.fn("User.GetUser")(function* ({ query }) {
    return shown(yield* foundUser(yield* CurrentPerson, query.hashedId))
  }),

  SaveUser: Effect.fn("User.SaveUser")(function* ({ headers, payload }) {
    return shown(yield* saveUser(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  ChangeState: Effect.fn("User.ChangeState")(function* ({ headers, payload }) {
    return shown(yield* changeUserState(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  GetGroups: Effect.fn("User.GetGroups")(function* () {
    const { actingCompanyId } = yield* CurrentPerson
    const groups = yield* readGroups(actingCompanyId)
    return reply({ features: yield* readFeatures(actingCompanyId), groups })
  }),

  SaveGroup: Effect.fn("User.SaveGroup")(function* ({ headers, payload }) {
    return reply(yield* saveGroup(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  DeleteGroup: Effect.fn("User.DeleteGroup")(function* ({ headers, query: { hashedId } }) {
    yield* deleteGroup(yield* CurrentPerson, hashedId, yield* commandOptions(headers))
    return reply({})
  }),

  GetGroupMembers: Effect.fn("User.GetGroupMembers")(function* ({ query: { hashedId } }) {
    const person = yield* CurrentPerson
    return reply(yield* readGroupMembers(person.actingCompanyId, yield* groupOf(person, hashedId)))
  }),

  SaveGroupMembers: Effect.fn("User.SaveGroupMembers")(function* ({ headers, payload }) {
    return reply(yield* saveGroupMembers(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  GetInvitations: Effect.fn("User.GetInvitations")(function* () {
    const { actingCompanyId } = yield* CurrentPerson
    const now = new Date((yield* RealTime)()).toISOString()
    return reply(yield* readInvitations(actingCompanyId, now))
  }),

  InviteUser: Effect.fn("User.InviteUser")(function* ({ headers, payload: { invitation } }) {
    yield* inviteUser(yield* CurrentPerson, invitation, yield* commandOptions(headers))
    return reply({})
  }),

  ChangeInvitation: Effect.fn("User.ChangeInvitation")(function* ({ headers, payload: { hashedId, action } }) {
    const change = action === "resend" ? resendInvitation : withdrawInvitation
    yield* change(yield* CurrentPerson, hashedId, yield* commandOptions(headers))
    return reply({})
  }),

  GetProfile: Effect.fn("User.GetProfile")(function* () {
    return reply((yield* ownProfile(yield* CurrentPerson)).shown)
  }),

  SaveProfile: Effect.fn("User.SaveProfile")(function* ({ headers, payload }) {
    return reply(yield* saveProfile(yield* CurrentPerson, payload, yield* commandOptions(headers)))
  }),

  GetSignIns: Effect.fn("User.GetSignIns")(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    return reply(yield* ownSignIns(yield* CurrentPerson, deviceOf(headers["user-agent"])))
  }),

  EndOtherSignIns: Effect.fn("User.EndOtherSignIns")(function* ({ headers }) {
    return reply(yield* endOwnOtherSignIns(yield* CurrentPerson, yield* commandOptions(headers)))
  }),
})
