import { companyWords } from "./administration/companyWords.ts"
import { cardWords } from "./administration/cardWords.ts"
import { noticesWords } from "./administration/noticesWords.ts"
import { profileWords } from "./administration/profileWords.ts"
import { userWords } from "./administration/userWords.ts"
import { stateWords } from "./administration/stateWords.ts"
import { globalSettingsWords } from "./administration/globalSettingsWords.ts"
import { activitySentences } from "./administration/activitySentences.ts"
import { activityWords } from "./administration/activityWords.ts"
import { demoWords } from "./administration/demoWords.ts"
import { flowWords } from "./administration/flowWords.ts"
import { inspectorWords } from "./administration/inspectorWords.ts"
import { galleryWords } from "./administration/galleryWords.ts"
import { travelWords } from "./administration/travelWords.ts"
import { callFlowWords } from "./outreach/callFlowWords.ts"
import { callTrialWords } from "./outreach/callTrialWords.ts"
import { translateWords } from "./language/translateWords.ts"
import { glossaryWords } from "./language/glossaryWords.ts"
import { machineWords } from "./language/machineWords.ts"
import { translationFileWords } from "./language/translationFileWords.ts"
import { campaignPreviewWords } from "./outreach/campaignPreviewWords.ts"
import { campaignWords } from "./outreach/campaignWords.ts"
import { ladderEditorWords } from "./outreach/ladderEditorWords.ts"
import { ladderPathWords } from "./outreach/ladderPathWords.ts"
import { ladderPeopleWords } from "./outreach/ladderPeopleWords.ts"
import { variantWords } from "./outreach/variantWords.ts"
import { multiCampaignWords } from "./outreach/multiCampaignWords.ts"
import { ladderCheckWords } from "./outreach/ladderCheckWords.ts"
import { pictureWords } from "./administration/pictureWords.ts"
import { languageShareWords } from "./outreach/languageShareWords.ts"
import { newCampaignWords } from "./outreach/newCampaignWords.ts"
import { costWords } from "./outreach/costWords.ts"
import { linkWords } from "./outreach/linkWords.ts"
import { mappingWords } from "./outreach/mappingWords.ts"
import { replyRuleWords } from "./outreach/replyRuleWords.ts"
import { recordingWords } from "./outreach/recordingWords.ts"
import { callMeWords } from "./outreach/callMeWords.ts"
import { purposeWords } from "./outreach/purposeWords.ts"
import { quickSendWords } from "./outreach/quickSendWords.ts"
import { senderTroubleWords } from "./outreach/senderTroubleWords.ts"
import { notOfferedWords } from "./outreach/notOfferedWords.ts"
import { reasonWords } from "./outreach/reasonWords.ts"
import { recipientWords } from "./outreach/recipientWords.ts"
import { responseWords } from "./outreach/responseWords.ts"
import { templateWords } from "./outreach/templateWords.ts"
import { answerWords } from "./people/answerWords.ts"
import { voiceWords } from "./outreach/voiceWords.ts"
import { writtenWords } from "./outreach/writtenWords.ts"
import { conversationWords } from "./people/conversationWords.ts"
import { peopleWords } from "./people/words.ts"
import { dashboardWords } from "./reporting/dashboardWords.ts"
import { pastExportWords } from "./reporting/pastExportWords.ts"
import { reportFilterWords } from "./reporting/reportFilterWords.ts"
import { reportedPeopleWords } from "./reporting/reportedPeopleWords.ts"
import { reportWords } from "./reporting/reportWords.ts"
import { savedViewWords } from "./reporting/savedViewWords.ts"
import { appointmentWords } from "./scheduling/appointmentWords.ts"
import { bookingWords } from "./scheduling/bookingWords.ts"
import { locationWords } from "./scheduling/locationWords.ts"
import { outreachRunWords } from "./scheduling/outreachRunWords.ts"
import { stageWords } from "./scheduling/stageWords.ts"
import { schedulerWords } from "./scheduling/schedulerWords.ts"
import { patientNoticeWords } from "./scheduling/patientNoticeWords.ts"
import { statusWords } from "./scheduling/statusWords.ts"
import { textWords } from "./scheduling/textWords.ts"
import { waitlistWords } from "./scheduling/waitlistWords.ts"
import { addressWords } from "./session/addressWords.ts"
import { helpWords } from "./session/helpWords.ts"
import { paletteWords } from "./session/paletteWords.ts"
import { sharedWords } from "./sharedWords.ts"

/**
 * The interface in English, every word by its id. Pages import types alone of it: as a value it weighs too much,
 * and is for the tools that draw every page, and for tests (docs/architecture.md#words).
 */
export const words = {
  ...sharedWords,
  ...addressWords,
  ...helpWords,
  ...paletteWords,
  ...dashboardWords,
  ...reportWords,
  ...reportFilterWords,
  ...reportedPeopleWords,
  ...pastExportWords,
  ...savedViewWords,
  ...peopleWords,
  ...conversationWords,
  ...translateWords,
  ...machineWords,
  ...translationFileWords,
  ...glossaryWords,
  ...templateWords,
  ...costWords,
  ...writtenWords,
  ...callFlowWords,
  ...voiceWords,
  ...callTrialWords,
  ...linkWords,
  ...mappingWords,
  ...replyRuleWords,
  ...responseWords,
  ...campaignWords,
  ...notOfferedWords,
  ...reasonWords,
  ...recipientWords,
  ...senderTroubleWords,
  ...purposeWords,
  ...quickSendWords,
  ...recordingWords,
  ...callMeWords,
  ...answerWords,
  ...newCampaignWords,
  ...languageShareWords,
  ...pictureWords,
  ...ladderCheckWords,
  ...campaignPreviewWords,
  ...ladderEditorWords,
  ...ladderPathWords,
  ...ladderPeopleWords,
  ...variantWords,
  ...multiCampaignWords,
  ...locationWords,
  ...bookingWords,
  ...schedulerWords,
  ...stageWords,
  ...outreachRunWords,
  ...appointmentWords,
  ...patientNoticeWords,
  ...noticesWords,
  ...statusWords,
  ...textWords,
  ...waitlistWords,
  ...companyWords,
  ...userWords,
  ...profileWords,
  ...cardWords,
  ...stateWords,
  ...globalSettingsWords,
  ...activityWords,
  ...activitySentences,
  ...demoWords,
  ...flowWords,
  ...inspectorWords,
  ...galleryWords,
  ...travelWords,
} as const

/** The id of a word. */
export type WordId = keyof typeof words
