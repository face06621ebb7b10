import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { activityCalls } from "#server/administration/activity/activity.http.ts"
import { cardCalls } from "#server/administration/cards/card.http.ts"
import { CardProcessor } from "#server/administration/cards/CardProcessor.ts"
import { companyCalls } from "#server/administration/companies/company.http.ts"
import { directoryCalls } from "#server/administration/directory/directory.http.ts"
import { globalSettingsCalls } from "#server/administration/globalSettings/globalSettings.http.ts"
import { noticeCalls } from "#server/administration/notices/notice.http.ts"
import { userCalls } from "#server/administration/users/user.http.ts"
import { Demo } from "#server/demo/Demo.ts"
import { demoCalls } from "#server/demo/demo.http.ts"
import { SimulatedPhones } from "#server/demo/SimulatedPhones.ts"
import { CallRates } from "#server/http/CallRates.ts"
import { ExportPlaces } from "#server/http/ExportPlaces.ts"
import { Feed } from "#server/http/Feed.ts"
import { feedCalls } from "#server/http/feed.http.ts"
import { patientLinkLayer } from "#server/http/patientLinks.ts"
import { VoiceCarrier } from "#server/delivery/VoiceCarrier.ts"
import { perCall } from "#server/http/handlers.ts"
import { Listener } from "#server/http/Listener.ts"
import { refusalsLayer } from "#server/http/refusals.ts"
import { bearerTokenLayer, signedInLayer } from "#server/http/authentication.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { Identity } from "#server/identity/IdentityConfig.ts"
import { Invitations } from "#server/identity/Invitations.ts"
import { SignInAudit } from "#server/identity/SignInAudit.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { multiCampaignCalls } from "#server/outreach/multiCampaigns/multiCampaign.http.ts"
import { campaignCalls } from "#server/outreach/campaigns/campaign.http.ts"
import { linkParameterCalls } from "#server/outreach/linkParameters/linkParameter.http.ts"
import { recordingCalls } from "#server/outreach/recordings/recording.http.ts"
import { testCallCalls } from "#server/outreach/testCalls/testCall.http.ts"
import { soundCalls, speechCalls } from "#server/outreach/sounds/sound.http.ts"
import { quickSendCalls } from "#server/outreach/quickSend/quickSend.http.ts"
import { reservationCalls } from "#server/outreach/reservations/reservation.http.ts"
import { responseFileCalls } from "#server/outreach/responseFiles/responseFile.http.ts"
import { replyRuleCalls } from "#server/outreach/replyRules/replyRule.http.ts"
import { translationCalls } from "#server/outreach/translations/translation.http.ts"
import { glossaryCalls } from "#server/outreach/translations/glossary.http.ts"
import { machineCalls } from "#server/outreach/translations/machine.http.ts"
import { translationFileCalls } from "#server/outreach/translations/translationFile.http.ts"
import { ivrCalls } from "#server/outreach/templates/ivr.http.ts"
import { templateCalls } from "#server/outreach/templates/template.http.ts"
import { importCalls } from "#server/people/imports/import.http.ts"
import { listCalls } from "#server/people/lists/list.http.ts"
import { patientCalls } from "#server/people/patients/patient.http.ts"
import { answerCalls } from "#server/people/answers/answer.http.ts"
import { unclearReplyCalls } from "#server/people/unclearReplies/unclearReply.http.ts"
import { dashboardCalls } from "#server/reporting/dashboard/dashboard.http.ts"
import { exportCalls } from "#server/reporting/exports/export.http.ts"
import { pastExportCalls } from "#server/reporting/exports/pastExport.http.ts"
import { reportCalls } from "#server/reporting/report/report.http.ts"
import { savedViewCalls } from "#server/reporting/saved/savedView.http.ts"
import { appointmentCalls } from "#server/scheduling/appointments/appointment.http.ts"
import { patientBookingCalls } from "#server/scheduling/patientBooking/patientBooking.http.ts"
import { locationCalls } from "#server/scheduling/locations/location.http.ts"
import { outreachRunCalls } from "#server/scheduling/outreachRuns/outreachRun.http.ts"
import { scheduleCalls } from "#server/scheduling/schedules/schedule.http.ts"
import { appointmentTextsCalls } from "#server/scheduling/texts/appointmentTexts.http.ts"
import { waitlistCalls } from "#server/scheduling/waitlist/waitlist.http.ts"
import { stagesCalls } from "#server/scheduling/stages/stages.http.ts"
import { sessionCalls } from "#server/session/session.http.ts"
import { Speech } from "#server/speech/Speech.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { Translator } from "#server/translation/Translator.ts"

/** The handlers of every group of the contract, from the nouns that its calls are about. */
export const userHandlers = HttpApiBuilder.group(Api, "User", (handlers) =>
  handlers.handleAll({ ...sessionCalls, ...userCalls, ...noticeCalls, ...directoryCalls }),
)
export const companyHandlers = HttpApiBuilder.group(Api, "Company", (handlers) => handlers.handleAll(companyCalls))
export const paymentHandlers = HttpApiBuilder.group(Api, "Payment", (handlers) => handlers.handleAll(cardCalls))
export const controlPanelHandlers = HttpApiBuilder.group(Api, "ControlPanel", (handlers) =>
  handlers.handleAll(globalSettingsCalls),
)
export const templateHandlers = HttpApiBuilder.group(Api, "Template", (handlers) =>
  handlers.handleAll({ ...templateCalls, ...linkParameterCalls, ...replyRuleCalls, ...responseFileCalls }),
)
export const outreachHandlers = HttpApiBuilder.group(Api, "Outreach", (handlers) =>
  handlers.handleAll({ ...ivrCalls, ...soundCalls, ...recordingCalls, ...testCallCalls }),
)
export const translateHandlers = HttpApiBuilder.group(Api, "Translate", (handlers) =>
  handlers.handleAll({
    ...translationCalls,
    ...translationFileCalls,
    ...machineCalls,
    ...glossaryCalls,
    ...speechCalls,
  }),
)
export const campaignHandlers = HttpApiBuilder.group(Api, "Campaign", (handlers) =>
  handlers.handleAll({ ...campaignCalls, ...reservationCalls }),
)
export const quickSendHandlers = HttpApiBuilder.group(Api, "QuickSend", (handlers) =>
  handlers.handleAll(quickSendCalls),
)
export const multiCampaignHandlers = HttpApiBuilder.group(Api, "MultiCampaign", (handlers) =>
  handlers.handleAll(multiCampaignCalls),
)
export const databaseHandlers = HttpApiBuilder.group(Api, "Database", (handlers) =>
  handlers.handleAll({ ...patientCalls, ...listCalls, ...importCalls, ...unclearReplyCalls, ...answerCalls }),
)
export const locationHandlers = HttpApiBuilder.group(Api, "Location", (handlers) => handlers.handleAll(locationCalls))
export const schedulerHandlers = HttpApiBuilder.group(Api, "Scheduler", (handlers) =>
  handlers.handleAll({ ...scheduleCalls, ...outreachRunCalls }),
)
export const appointmentHandlers = HttpApiBuilder.group(Api, "Appointment", (handlers) =>
  handlers.handleAll({ ...appointmentCalls, ...waitlistCalls, ...stagesCalls, ...appointmentTextsCalls }),
)
export const bookingHandlers = HttpApiBuilder.group(Api, "Booking", (handlers) =>
  handlers.handleAll(patientBookingCalls),
)
export const reportHandlers = HttpApiBuilder.group(Api, "Report", (handlers) =>
  handlers.handleAll({
    ...dashboardCalls,
    ...reportCalls,
    ...exportCalls,
    ...pastExportCalls,
    ...savedViewCalls,
    ...activityCalls,
  }),
)
export const feedHandlers = HttpApiBuilder.group(Api, "Feed", (handlers) => handlers.handleAll(feedCalls))
export const demoHandlers = HttpApiBuilder.group(Api, "Demo", (handlers) => handlers.handleAll(demoCalls))

/** What handlers work with, of the program they are a part of. */
const services = perCall(
  Accounts,
  CallRates,
  CardProcessor,
  Database,
  Demo,
  EventStore,
  ExportPlaces,
  Feed,
  Identity,
  Invitations,
  Listener,
  Mailer,
  MovableClock,
  SignInAudit,
  SimulatedPhones,
  Speech,
  Translator,
  VoiceCarrier,
)

/** Every call of the contract with its handler, behind the doors that say who may make it. */
export const contractLayer = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([
    userHandlers,
    companyHandlers,
    controlPanelHandlers,
    paymentHandlers,
    templateHandlers,
    outreachHandlers,
    translateHandlers,
    campaignHandlers,
    quickSendHandlers,
    multiCampaignHandlers,
    databaseHandlers,
    locationHandlers,
    schedulerHandlers,
    appointmentHandlers,
    bookingHandlers,
    reportHandlers,
    feedHandlers,
    demoHandlers,
  ]),
  Layer.provide([refusalsLayer, bearerTokenLayer, signedInLayer, patientLinkLayer, services]),
  Layer.provide([CallRates.layer, ExportPlaces.layer]),
)
