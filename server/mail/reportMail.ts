import { savedViewLimits, type ShownDays } from "#schemas/reporting/savedView.ts"
import type { Mail } from "./Mailer.ts"

const dayText = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" })
const shown = (day: string): string => dayText.format(new Date(`${day}T12:00:00Z`))

const daysText = ({ startDate, endDate }: ShownDays): string => {
  if (startDate === null) return `until ${shown(endDate)}`
  return startDate === endDate ? shown(endDate) : `${shown(startDate)} – ${shown(endDate)}`
}

/**
 * The mail of a saved view: its name, its days and the link. No figure stands in it: mail is read by others on its way.
 * The secret stands behind `#`: no server, proxy or log ever gets that part to see.
 */
export const reportMail = (
  { to, name, ...days }: ShownDays & { readonly to: string; readonly name: string },
  secret: string,
  origin: string,
): Mail => ({
  to,
  subject: `${name}, ${daysText(days)}`,
  text: [
    `The report “${name}” for ${daysText(days)} is ready. Sign in to see it:`,
    "",
    `${origin}/report?tab=link#${secret}`,
    "",
    `The link works for ${savedViewLimits.linkDays} days, for people of your company who may see reports.`,
    `Who receives this report, and when, is set at ${origin}/report?tab=saved`,
  ].join("\n"),
})
