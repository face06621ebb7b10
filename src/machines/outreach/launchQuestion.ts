import type { Question } from "#machines/session/command.machine.ts"

/** What is asked before a campaign is launched, or scheduled: who would get it is counted first. */
export const launchQuestion = (isScheduled: boolean): Question => ({
  title: isScheduled ? "campaign.schedule.title" : "campaign.launch.title",
  text: [],
  confirm: isScheduled ? "campaign.schedule" : "campaign.launch",
  cancel: "part.cancel",
  counting: { meanwhile: "campaign.launch.checking", label: "campaign.launch.type" },
})
