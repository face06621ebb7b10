/**
 * Words of outreach that more than one page says, by id (docs/architecture.md#words). The toasts are the
 * specification's, to the letter: the failed deletion of a campaign speaks of a template there too
 * (docs/specification.md#sentences).
 */
export const sharedOutreachWords = {
  "template.saved": "Template Data Save Successfully",
  "template.notSaved": "Unable to Save Data. Please try again",
  "template.published": "Template Published Successfully",
  "template.notPublished": "Unable to Publish Template.",
  "template.deleted": "Template Deleted Successfully",
  "template.notDeleted": "Unable to Delete Template.",
  "template.retired": "Template retired",
  "template.notRetired": "Unable to Save Data. Please try again",

  "link.saved": "Campaign link parameters save successfully",
  "link.notSaved": "Failed",
  "link.deleted": "Link Payload Deleted Successfully",
  "link.notDeleted": "Unable to delete link payload",

  "response.saved": "Response File Save Successfully",
  "response.notSaved": "Unable to Save Response File.",
  "response.deleted": "Response File Deleted Successfully",
  "response.notDeleted": "Unable to Deleted Response File.",

  "mapping.saved": "Locations saved",
  "mapping.notSaved": "Unable to Save Data. Please try again",

  "campaign.created": "Campaign Created Successfully",
  "campaign.notCreated": "Unable to Create Campaign",
  "campaign.deleted": "Campaign Deleted Successfully",
  "campaign.notDeleted": "Unable to Delete Template",
  "campaign.launched": "Campaign launched",
  "campaign.paused": "Campaign paused",
  "campaign.resumed": "Campaign resumed",
  "campaign.cancelled": "Campaign cancelled",
  "campaign.listed": "List of the failed made",
  "campaign.notListed": "The list of the failed could not be made",
  "campaign.notChanged": "Unable to Save Data. Please try again",
  "campaign.rescheduled": "Campaign rescheduled",
  "campaign.saved": "Campaign saved",
  "campaign.notSaved": "Unable to Save Data. Please try again",

  "templates.title": "SMS templates",
  "templates.new": "New template",
  "template.state.draft": "Draft",
  "template.state.published": "Published",
  "template.state.revised": "Published, new draft",
  "template.state.retired": "Retired",
  "template.state.deleted": "Deleted",

  "purpose.Survey": "Survey",
  "purpose.Appointment": "Appointment",
  "purpose.Reminder": "Reminder",
  "purpose.Notification": "Notification",

  "campaigns.title": "Campaigns",
  "campaigns.new": "New campaign",
  "campaigns.people": "People",
  "campaigns.name": "Name",
  "campaigns.state": "State",
  "campaign.state.draft": "Draft",
  "campaign.state.scheduled": "Scheduled",
  "campaign.state.running": "Running",
  "campaign.state.paused": "Paused",
  "campaign.state.completed": "Completed",
  "campaign.state.cancelled": "Cancelled",
  "campaign.state.deleted": "Deleted",
  "campaign.pause": "Pause",

  "progress.delivered": "Delivered",
  "progress.underway": "On its way",
  "progress.waiting": "Waiting",
  "progress.held": "Held",
  "progress.failed": "Failed",
  "progress.leftOut": "Left out",
  "progress.cancelled": "Cancelled",
  "progress.ofDelivered":
    "Of those delivered, {replied, number} replied{optedOut, plural, =0 {.} other {, # of them to opt out.}}",
  "progress.nobody": "No one yet",
  "progress.starting": "Starting…",
  "progress.percent": "{part, number, ::percent}",
  "progress.bar":
    "{delivered, number} of {total, number} delivered{failed, plural, =0 {} other {, # failed}}{held, plural, =0 {} other {, # held}}",
} as const
