import type { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { events0001 } from "./migrations/0001_events.ts"
import { identity0002 } from "./migrations/0002_identity.ts"
import { people0003 } from "./migrations/0003_people.ts"
import { outreach0004 } from "./migrations/0004_outreach.ts"
import { reporting0005 } from "./migrations/0005_reporting.ts"
import { passwords0006 } from "./migrations/0006_passwords.ts"
import { standings0007 } from "./migrations/0007_standings.ts"
import { rejectedRows0008 } from "./migrations/0008_rejected_rows.ts"
import { companies0009 } from "./migrations/0009_companies.ts"
import { templates0010 } from "./migrations/0010_templates.ts"
import { whereabouts0011 } from "./migrations/0011_whereabouts.ts"
import { seals0012 } from "./migrations/0012_seals.ts"
import { strayReports0013 } from "./migrations/0013_stray_reports.ts"
import { dateOrders0014 } from "./migrations/0014_date_orders.ts"
import { policies0015 } from "./migrations/0015_policies.ts"
import { projections0016 } from "./migrations/0016_projections.ts"
import { rowKeys0017 } from "./migrations/0017_row_keys.ts"
import { outcomes0018 } from "./migrations/0018_outcomes.ts"
import { forecasts0020 } from "./migrations/0020_forecasts.ts"
import { keptChecks0021 } from "./migrations/0021_kept_checks.ts"
import { answers0022 } from "./migrations/0022_answers.ts"
import { locations0023 } from "./migrations/0023_locations.ts"
import { scheduling0024 } from "./migrations/0024_scheduling.ts"
import { statistics0025 } from "./migrations/0025_statistics.ts"
import { appointmentTexts0026 } from "./migrations/0026_appointment_texts.ts"
import { waitlist0027 } from "./migrations/0027_waitlist.ts"
import { patientLinks0028 } from "./migrations/0028_patientLinks.ts"
import { stages0029 } from "./migrations/0029_stages.ts"
import { outreachRuns0030 } from "./migrations/0030_outreach_runs.ts"
import { calendarFeeds0031 } from "./migrations/0031_calendarFeeds.ts"
import { replyLinks0032 } from "./migrations/0032_reply_links.ts"
import { rowColumns0033 } from "./migrations/0033_row_columns.ts"
import { users0034 } from "./migrations/0034_users.ts"
import { zoneRules0035 } from "./migrations/0035_zone_rules.ts"
import { preferences0036 } from "./migrations/0036_preferences.ts"
import { signIns0037 } from "./migrations/0037_sign_ins.ts"
import { invitations0038 } from "./migrations/0038_invitations.ts"
import { lookedUpColumns0039 } from "./migrations/0039_looked_up_columns.ts"
import { secondFactor0040 } from "./migrations/0040_second_factor.ts"
import { passkeys0041 } from "./migrations/0041_passkeys.ts"
import { cards0042 } from "./migrations/0042_cards.ts"
import { searchedAccounts0043 } from "./migrations/0043_searched_accounts.ts"
import { directories0044 } from "./migrations/0044_directories.ts"
import { notices0045 } from "./migrations/0045_notices.ts"
import { patientVisits0047 } from "./migrations/0047_patient_visits.ts"
import { senderChannels0048 } from "./migrations/0048_sender_channels.ts"
import { answers0053 } from "./migrations/0053_answers.ts"
import { calls0054 } from "./migrations/0054_calls.ts"
import { sounds0056 } from "./migrations/0056_sounds.ts"
import { translations0060 } from "./migrations/0060_translations.ts"
import { pronunciations0061 } from "./migrations/0061_pronunciations.ts"
import { spokenTexts0063 } from "./migrations/0063_spoken_texts.ts"
import { callRecordings0064 } from "./migrations/0064_call_recordings.ts"
import { testCalls0065 } from "./migrations/0065_test_calls.ts"
import { smpp0066 } from "./migrations/0066_smpp.ts"
import { replyRules0067 } from "./migrations/0067_reply_rules.ts"
import { quickCampaigns0069 } from "./migrations/0069_quick_campaigns.ts"
import { multiCampaigns0071 } from "./migrations/0071_multi_campaigns.ts"
import { linkOpenings0072 } from "./migrations/0072_link_openings.ts"
import { confirmations0074 } from "./migrations/0074_confirmations.ts"
import { variants0075 } from "./migrations/0075_variants.ts"
import { journeyCounts0076 } from "./migrations/0076_journey_counts.ts"
import { senderTrouble0077 } from "./migrations/0077_sender_trouble.ts"
import { standIn0078 } from "./migrations/0078_stand_in.ts"
import { receipts0079 } from "./migrations/0079_receipts.ts"
import { repliesRead0080 } from "./migrations/0080_replies_read.ts"
import { glossary0081 } from "./migrations/0081_glossary.ts"
import { pastExports0083 } from "./migrations/0083_past_exports.ts"
import { approvedOnly0086 } from "./migrations/0086_approved_only.ts"
import { savedViews0087 } from "./migrations/0087_saved_views.ts"

/**
 * Every step of the schema by number, forward only. A released step never
 * changes; a new step takes the next number, and gives each table it creates
 * to `tenantTable` or `sharedTable`. A step that moves rows of companies sets
 * `app.company_id` to `*` first.
 */
export const migrations: Record<`${number}_${string}`, Effect.Effect<void, unknown, SqlClient>> = {
  "0001_events": events0001,
  "0002_identity": identity0002,
  "0003_people": people0003,
  "0004_outreach": outreach0004,
  "0005_reporting": reporting0005,
  "0006_passwords": passwords0006,
  "0007_standings": standings0007,
  "0008_rejected_rows": rejectedRows0008,
  "0009_companies": companies0009,
  "0010_templates": templates0010,
  "0011_whereabouts": whereabouts0011,
  "0012_seals": seals0012,
  "0013_stray_reports": strayReports0013,
  "0014_date_orders": dateOrders0014,
  "0015_policies": policies0015,
  "0016_projections": projections0016,
  "0017_row_keys": rowKeys0017,
  "0018_outcomes": outcomes0018,
  "0020_forecasts": forecasts0020,
  "0021_kept_checks": keptChecks0021,
  "0022_answers": answers0022,
  "0023_locations": locations0023,
  "0024_scheduling": scheduling0024,
  "0025_statistics": statistics0025,
  "0026_appointment_texts": appointmentTexts0026,
  "0027_waitlist": waitlist0027,
  "0028_patientLinks": patientLinks0028,
  "0029_stages": stages0029,
  "0030_outreach_runs": outreachRuns0030,
  "0031_calendarFeeds": calendarFeeds0031,
  "0032_reply_links": replyLinks0032,
  "0033_row_columns": rowColumns0033,
  "0034_users": users0034,
  "0035_zone_rules": zoneRules0035,
  "0036_preferences": preferences0036,
  "0037_sign_ins": signIns0037,
  "0038_invitations": invitations0038,
  "0039_looked_up_columns": lookedUpColumns0039,
  "0040_second_factor": secondFactor0040,
  "0041_passkeys": passkeys0041,
  "0042_cards": cards0042,
  "0043_searched_accounts": searchedAccounts0043,
  "0044_directories": directories0044,
  "0045_notices": notices0045,
  "0047_patient_visits": patientVisits0047,
  "0048_sender_channels": senderChannels0048,
  "0053_answers": answers0053,
  "0054_calls": calls0054,
  "0056_sounds": sounds0056,
  "0060_translations": translations0060,
  "0061_pronunciations": pronunciations0061,
  "0063_spoken_texts": spokenTexts0063,
  "0064_call_recordings": callRecordings0064,
  "0065_test_calls": testCalls0065,
  "0066_smpp": smpp0066,
  "0067_reply_rules": replyRules0067,
  "0069_quick_campaigns": quickCampaigns0069,
  "0071_multi_campaigns": multiCampaigns0071,
  "0072_link_openings": linkOpenings0072,
  "0074_confirmations": confirmations0074,
  "0075_variants": variants0075,
  "0076_journey_counts": journeyCounts0076,
  "0077_sender_trouble": senderTrouble0077,
  "0078_stand_in": standIn0078,
  "0079_receipts": receipts0079,
  "0080_replies_read": repliesRead0080,
  "0081_glossary": glossary0081,
  "0083_past_exports": pastExports0083,
  "0086_approved_only": approvedOnly0086,
  "0087_saved_views": savedViews0087,
}
