import { anyStream, type AnyStream } from "#server/store/stream.ts"
import { campaignStream } from "./outreach/campaigns/campaign.commands.ts"
import { multiCampaignStream } from "./outreach/multiCampaigns/multiCampaign.commands.ts"
import { cardStream } from "./administration/cards/card.commands.ts"
import { companyStream } from "./administration/companies/company.commands.ts"
import { globalSettingsStream } from "./administration/globalSettings/globalSettings.commands.ts"
import { groupStream } from "./administration/users/group.commands.ts"
import { invitationStream } from "./administration/users/invitation.commands.ts"
import { userStream } from "./administration/users/user.commands.ts"
import { importStream } from "./people/imports/import.commands.ts"
import { responseFileStream } from "./outreach/responseFiles/responseFile.commands.ts"
import { locationStream } from "./scheduling/locations/location.commands.ts"
import { appointmentStream } from "./scheduling/appointments/appointment.commands.ts"
import { offerStream } from "./scheduling/waitlist/round.commands.ts"
import { waitlistEntryStream } from "./scheduling/waitlist/waitlistEntry.commands.ts"
import { appointmentTextsStream } from "./scheduling/texts/appointmentTexts.commands.ts"
import { stagesStream } from "./scheduling/stages/stages.commands.ts"
import { scheduleStream } from "./scheduling/schedules/schedule.commands.ts"
import { outreachRunStream } from "./scheduling/outreachRuns/outreachRun.commands.ts"
import { savedViewStream } from "./reporting/saved/savedView.commands.ts"
import { glossaryStream } from "./outreach/translations/glossary.commands.ts"
import { templateStream } from "./outreach/templates/template.commands.ts"

/** Every kind of stream whose rows are read. */
export const streams: ReadonlyArray<AnyStream> = [
  anyStream(campaignStream),
  anyStream(multiCampaignStream),
  anyStream(templateStream),
  anyStream(glossaryStream),
  anyStream(responseFileStream),
  anyStream(importStream),
  anyStream(locationStream),
  anyStream(scheduleStream),
  anyStream(appointmentStream),
  anyStream(waitlistEntryStream),
  anyStream(offerStream),
  anyStream(appointmentTextsStream),
  anyStream(stagesStream),
  anyStream(outreachRunStream),
  anyStream(savedViewStream),
  anyStream(companyStream),
  anyStream(cardStream),
  anyStream(globalSettingsStream),
  anyStream(userStream),
  anyStream(groupStream),
  anyStream(invitationStream),
]
