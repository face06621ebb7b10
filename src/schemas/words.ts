import { companyWords } from "./administration/companyWords.ts"
import { stateWords } from "./administration/stateWords.ts"
import { globalSettingsWords } from "./administration/globalSettingsWords.ts"
import { activityWords } from "./administration/activityWords.ts"
import { demoWords } from "./administration/demoWords.ts"
import { flowWords } from "./administration/flowWords.ts"
import { inspectorWords } from "./administration/inspectorWords.ts"
import { galleryWords } from "./administration/galleryWords.ts"
import { travelWords } from "./administration/travelWords.ts"
import { campaignWords } from "./outreach/campaignWords.ts"
import { newCampaignWords } from "./outreach/newCampaignWords.ts"
import { linkWords } from "./outreach/linkWords.ts"
import { responseWords } from "./outreach/responseWords.ts"
import { templateWords } from "./outreach/templateWords.ts"
import { peopleWords } from "./people/words.ts"
import { reportingWords } from "./reporting/words.ts"
import { locationWords } from "./scheduling/locationWords.ts"
import { paletteWords } from "./session/paletteWords.ts"
import { helpWords } from "./session/helpWords.ts"
import { renewalWords } from "./session/renewalWords.ts"
import { shellWords } from "./session/shellWords.ts"

/**
 * The interface in English, every word by its id: the file another interface
 * language is a copy of. An area adds its words here (docs/architecture.md#words).
 */
export const words = {
  ...shellWords,
  ...paletteWords,
  ...helpWords,
  ...renewalWords,
  ...reportingWords,
  ...peopleWords,
  ...templateWords,
  ...linkWords,
  ...responseWords,
  ...campaignWords,
  ...newCampaignWords,
  ...locationWords,
  ...companyWords,
  ...stateWords,
  ...globalSettingsWords,
  ...activityWords,
  ...demoWords,
  ...flowWords,
  ...inspectorWords,
  ...galleryWords,
  ...travelWords,
} as const

/** The id of a word. */
export type WordId = keyof typeof words
