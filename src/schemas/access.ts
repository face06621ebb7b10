import { Schema } from "effect"
import {
  anyone,
  anywhere,
  booking,
  both,
  cards,
  launching,
  one,
  own,
  superAdmin,
  users,
  type PolicyRow,
} from "./policyRow.ts"
import { translatePolicy } from "./language/translatePolicy.ts"
import { demoPolicy } from "./administration/demoPolicy.ts"
import { outreachPolicy } from "./outreach/outreachPolicy.ts"
import { replyRulePolicy } from "./outreach/replyRulePolicy.ts"
import { reportPolicy } from "./reporting/reportPolicy.ts"
import { patientPolicy } from "./scheduling/patientPolicy.ts"
import { userTypeNames } from "./userTypeNames.ts"

/** User types (docs/policy.md#rights). */
export const userTypes = { SuperAdmin: 1, Admin: 2, User: 3 } as const
export const UserType = Schema.Literals([1, 2, 3])
export type UserType = typeof UserType.Type

/** Access ids (docs/policy.md#rights). 0 stands for "any signed-in person". */
export const accessIds = {
  SMS: 1,
  IVR: 2,
  Campaign: 3,
  Report: 4,
  Template: 5,
  Rules: 6,
  ScheduleAppointmentandLocation: 7,
  SuperAdminUser: 8,
  SuperAdminAppointment: 9,
  Console: 10,
  Schedule: 11,
  MultiCampaign: 12,
  SuperAdminGlobal: 13,
  Profile: 14,
  DatabaseSetup: 15,
  Translate: 16,
  Actions: 17,
} as const
export type AccessName = keyof typeof accessIds

/** What each right is for, after "the right to" (docs/policy.md#rights): people know work, not the specification's names. */
const purposes: Record<AccessName, string> = {
  SMS: "see texts and templates",
  IVR: "see calls",
  Campaign: "run campaigns",
  Report: "see reports",
  Template: "edit templates",
  Rules: "edit rules for replies and quiet hours",
  ScheduleAppointmentandLocation: "set up appointments and locations",
  SuperAdminUser: "manage users and what they may do",
  SuperAdminAppointment: "manage the appointments of all companies",
  Console: "watch messages as they go",
  Schedule: "book appointments",
  MultiCampaign: "run campaigns of several kinds",
  SuperAdminGlobal: "manage all companies",
  Profile: "change one’s own profile",
  DatabaseSetup: "see and import patients",
  Translate: "translate texts",
  Actions: "publish, launch, delete and export",
}

/** An access id as the specification names it, and what it is for in words. */
export const describeAccess = (id: number): (typeof roleList)[number] | undefined =>
  roleList.find((role) => role.id === id)

/** The rights of a signed-in person, as views and the policy need them. */
export type Rights = { readonly userType: UserType; readonly accessIds: ReadonlyArray<number> }

/** Who may make which call: the one table that server and views read (docs/policy.md#rights). */
export const policy = {
  "User.login": anyone,
  "User.GetUsers": users,
  "User.DownloadUsers": { ...both(["SuperAdminUser"], ["Actions"]), acrossCompanies: true },
  "User.GetUserCompanies": users,
  "User.CheckUserFile": users,
  "User.GetUser": users,
  "User.SaveUser": users,
  "User.ChangeState": users,
  "User.GetGroups": users,
  "User.SaveGroup": users,
  "User.DeleteGroup": users,
  "User.GetGroupMembers": users,
  "User.SaveGroupMembers": users,
  "User.GetInvitations": users,
  "User.InviteUser": users,
  "User.ChangeInvitation": users,
  "User.GetDirectory": users,
  "User.MakeDirectoryToken": users,
  "User.RevokeDirectoryToken": users,
  "User.GetProfile": own,
  "User.SaveProfile": own,
  "User.GetSignIns": own,
  "User.EndOtherSignIns": own,
  "User.GetNotices": anywhere,
  "User.ReadNotices": anywhere,
  "Company.GetCompanyList": superAdmin,
  // Next to the Super Admin of all companies, an Admin sees their own; any other is absent.
  "Company.GetCompanyDetail": { types: [1, 2], every: [] },
  "Company.GetCompanyUse": superAdmin,
  "Company.SaveCompany": superAdmin,
  "Company.ChangeState": superAdmin,
  "Company.DeleteCompany": superAdmin,
  "Company.ActFor": { types: [1], every: [], acrossCompanies: true },
  "Payment.GetCardInfo": cards,
  "Payment.SaveCardInfo": cards,
  "Payment.DeleteCardInfo": cards,
  "ControlPanel.GetGlobalSettings": superAdmin,
  "ControlPanel.SaveGlobalSettings": { ...superAdmin, every: [["SuperAdminGlobal"], ["Rules"]] },
  "ControlPanel.GetRoles": one("SuperAdminUser", "SuperAdminGlobal"),
  "Template.GetTemplatesByCompany": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.GetTemplates": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.GetTemplate": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.CreateTemplateByCompanyId": one("Template", "SuperAdminGlobal"),
  "Template.PreviewMessage": one("SMS", "Template", "SuperAdminGlobal"),
  "Template.CountValues": one("SMS", "Template", "SuperAdminGlobal"),
  "Template.GetTemplateVersions": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.GetTemplateUse": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.RetireTemplate": both(["Template", "SuperAdminGlobal"], ["Actions"]),
  "Template.GetCurlParameter": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.SaveCurlParameter": one("Template", "SuperAdminGlobal"),
  "Template.DeleteCurlParameter": one("Template", "SuperAdminGlobal"),
  "Template.PreviewLink": one("SMS", "Template", "SuperAdminGlobal"),
  "Template.GetResponseFile": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.GetResponseHeaders": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.SaveResponseFile": one("Template", "SuperAdminGlobal"),
  "Template.DeleteResponseFile": one("Template", "SuperAdminGlobal"),
  "Template.PreviewResponseFile": one("Template", "SuperAdminGlobal"),
  "Template.GetLocationMapping": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.SaveLocationMapping": one("Template", "SuperAdminGlobal"),
  "Template.PublishTemplate": both(["Template", "SuperAdminGlobal"], ["Actions"]),
  "Template.DeleteTemplate": both(["Template", "SuperAdminGlobal"], ["Actions"]),
  ...replyRulePolicy,
  ...outreachPolicy,
  ...translatePolicy,
  "Campaign.GetCampaigns": one("Campaign", "MultiCampaign"),
  "Campaign.GetCampaignDetail": one("Campaign", "MultiCampaign"),
  "Campaign.GetRecipients": one("Campaign", "MultiCampaign"),
  "Campaign.SearchRecipients": one("Campaign", "MultiCampaign"),
  "Campaign.GetSenders": one("Campaign", "MultiCampaign", "IVR", "Template", "SuperAdminGlobal"),
  "Campaign.GenerateId": one("Campaign", "MultiCampaign", "Template", "SuperAdminGlobal"),
  "Campaign.CheckCampaign": one("Campaign"),
  "Campaign.PreviewCampaign": one("Campaign"),
  "Campaign.GetCheckedPeople": one("Campaign"),
  "Campaign.CreateCampaign": one("Campaign"),
  "Campaign.ReviseCampaign": one("Campaign"),
  "Campaign.ListFailed": one("Campaign"),
  "Campaign.ListNotBooked": one("Campaign"),
  "Campaign.RescheduleCampaign": both(["Campaign", "MultiCampaign"], ["Actions"]),
  "Campaign.ChangeState": both(["Campaign", "MultiCampaign"], ["Actions"]),
  "Campaign.DeleteCampaign": both(["Campaign", "MultiCampaign"], ["Actions"]),
  "Database.GetCustomerPatientList": one("DatabaseSetup"),
  // Who books looks for the patient.
  "Database.SearchPatients": one("DatabaseSetup", "ScheduleAppointmentandLocation", "SuperAdminAppointment"),
  // Who books for a company that they administer meets people whom no list names yet.
  "Database.SavePatient": one("DatabaseSetup", "SuperAdminAppointment"),
  "Database.GetUnclearReplies": one("DatabaseSetup"),
  "Database.DecideReply": one("DatabaseSetup"),
  // Who reads replies answers them. A Super Admin's name and signature stand in another company than the acting one.
  "Database.GetConversation": one("Campaign", "MultiCampaign", "DatabaseSetup"),
  "Database.AnswerReply": { ...one("Campaign", "MultiCampaign", "DatabaseSetup"), acrossCompanies: true },
  "Database.GetLists": one("DatabaseSetup", "Campaign", "MultiCampaign", "SMS"),
  "Database.GetList": one("DatabaseSetup"),
  "Database.GetImports": one("DatabaseSetup"),
  "Database.GetImport": one("DatabaseSetup"),
  "Database.PreviewColumns": one("DatabaseSetup"),
  "Database.UploadListFile": one("DatabaseSetup"),
  "Database.CheckImport": one("DatabaseSetup"),
  "Database.RunImport": one("DatabaseSetup"),
  "Database.CancelImport": one("DatabaseSetup"),
  "Database.DownloadRejectedRows": one("DatabaseSetup"),
  "Location.GetLocations": one("ScheduleAppointmentandLocation", "Schedule", "SuperAdminAppointment"),
  "Location.GetLocationPositions": one("ScheduleAppointmentandLocation", "Schedule", "SuperAdminAppointment"),
  "Location.GetZipPosition": one("ScheduleAppointmentandLocation", "Schedule", "SuperAdminAppointment"),
  "Location.GetLocationDetail": one("ScheduleAppointmentandLocation", "Schedule", "SuperAdminAppointment"),
  "Location.GetLocationGroups": one("ScheduleAppointmentandLocation", "Schedule", "SuperAdminAppointment"),
  "Location.SaveLocation": one("ScheduleAppointmentandLocation"),
  "Location.ChangeState": both(["ScheduleAppointmentandLocation"], ["Actions"]),
  "Location.MakeCalendarFeed": both(["ScheduleAppointmentandLocation"], ["Actions"]),
  // Whoever may set up a location can close what they see open.
  "Location.WithdrawCalendarFeed": one("ScheduleAppointmentandLocation"),
  "Scheduler.GetSchedulers": one("Schedule"),
  "Scheduler.GetSchedulerDetails": one("Schedule"),
  "Scheduler.PreviewReplicate": one("Schedule"),
  "Scheduler.Replicate": one("Schedule"),
  "Scheduler.SaveScheduler": one("Schedule"),
  "Scheduler.UndoScheduler": one("Schedule"),
  "Scheduler.DeleteScheduler": both(["Schedule"], ["Actions"]),
  "Appointment.GetStages": one("Schedule", "ScheduleAppointmentandLocation", "SuperAdminAppointment"),
  "Appointment.SaveStages": one("Schedule"),
  "Scheduler.GetOutreachRuns": one("Schedule"),
  "Scheduler.GetOutreachRunDetail": one("Schedule"),
  "Scheduler.PreviewOutreachRun": one("Schedule"),
  // What is saved launches by itself on its dates.
  "Scheduler.SaveOutreachRun": launching,
  "Scheduler.ChangeOutreachRunState": launching,
  "Scheduler.SkipOccurrence": launching,
  "Appointment.GetBookableLocations": booking,
  "Appointment.GetAvailableAppointments": booking,
  "Appointment.ExplainSlot": booking,
  "Appointment.HoldSlot": booking,
  "Appointment.ExtendHold": booking,
  "Appointment.ReleaseSlot": booking,
  "Appointment.BookAppointment": booking,
  "Appointment.ChangeStatus": booking,
  "Appointment.Reschedule": booking,
  "Appointment.Swap": booking,
  "Appointment.GetNotice": booking,
  "Appointment.GetBookedAppointments": booking,
  "Appointment.GetLocationDays": booking,
  "Appointment.GetAppointmentDetail": booking,
  "Appointment.GetAppointmentTexts": booking,
  // It reaches people.
  "Appointment.SaveAppointmentTexts": both(["ScheduleAppointmentandLocation"], ["Actions"]),
  "Appointment.GetWaitlist": booking,
  "Appointment.SaveWaitlistEntry": booking,
  "Appointment.RemoveWaitlistEntry": booking,
  "Appointment.OfferSlot": booking,
  "Appointment.OfferNext": booking,
  "Appointment.StopOffer": booking,
  "Appointment.AnswerOffer": booking,
  "Appointment.GetOfferLog": booking,
  "Appointment.DownloadCalendar": one("ScheduleAppointmentandLocation"),
  ...patientPolicy,
  ...reportPolicy,
  "Feed.GetChanges": anyone,
  ...demoPolicy,
} as const satisfies Record<string, PolicyRow>

/** A call of the contract, as `Group.Endpoint`. */
export type Call = keyof typeof policy

/** Whether a person may make a call. */
export const mayCall = (rights: Rights, call: Call): boolean => {
  const row: PolicyRow = policy[call]
  return (
    (row.types === undefined || row.types.includes(rights.userType)) &&
    row.every.every((group) => group.some((name) => rights.accessIds.includes(accessIds[name])))
  )
}

/** Whether the person administers all companies. */
export const seesEveryCompany = (rights: Rights): boolean => mayCall(rights, "Company.GetCompanyList")

/** Every access id as it can be given, with what it is for. */
export const roleList: ReadonlyArray<{ readonly id: number; readonly name: AccessName; readonly purpose: string }> =
  Object.entries(accessIds).map(([name, id]) => ({
    id,
    name: name as AccessName,
    purpose: purposes[name as AccessName],
  }))

/** The sentence for a person who lacks each of some rights, any one of which would do. */
export const rightNeeded = (names: ReadonlyArray<AccessName>): string =>
  `You need the right ${names.map((name) => `to ${purposes[name]} (${name})`).join(" or ")}. Please ask your site administrator.`

/** The sentence for a call the person may not make: it names the missing right, or undefined when allowed. */
export const missingRight = (rights: Rights, call: Call): string | undefined => {
  const row: PolicyRow = policy[call]
  if (row.types !== undefined && !row.types.includes(rights.userType)) {
    return `Only ${row.types.map((type) => userTypeNames[type]).join(" or ")} may do this.`
  }
  const missing = row.every.find((group) => !group.some((name) => rights.accessIds.includes(accessIds[name])))
  return missing === undefined ? undefined : rightNeeded(missing)
}
