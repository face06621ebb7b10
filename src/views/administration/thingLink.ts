import { guardRoute, type BuiltPath } from "#schemas/routes.ts"
import type { Rights } from "#schemas/access.ts"
import type { ActivityThing, StreamKind } from "#schemas/administration/activity.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"

/** The page on which a thing of each kind is opened. */
const pagesOf: Readonly<Record<StreamKind, readonly [path: BuiltPath, search: string]>> = {
  campaign: ["/campaign", "id="],
  multiCampaign: ["/multi", "id="],
  template: ["/sms", "id="],
  glossary: ["/translate", "glossary="],
  responseFile: ["/sms", "tab=response&id="],
  import: ["/database", "tab=imports&import="],
  location: ["/location", "id="],
  schedule: ["/scheduler", "id="],
  appointment: ["/appointment", "id="],
  waitlistEntry: ["/appointment", "view=waitlist"],
  offer: ["/appointment", "view=waitlist"],
  appointmentTexts: ["/appointment", "view=texts"],
  stages: ["/scheduler", "view=stages"],
  outreachRun: ["/scheduler", "view=runs&id="],
  savedView: ["/report", "tab=saved&edit="],
  company: ["/global", "id="],
  card: ["/global", "tab=card&id="],
  settings: ["/global", "section=rules"],
  user: ["/user", "id="],
  group: ["/user", "group="],
  invitation: ["/user", "tab=invitations&invitation="],
}

/** What there is only one of: it has no address of its own. */
const onlyOnes = ["stages", "settings", "appointmentTexts", "glossary"] as const satisfies ReadonlyArray<StreamKind>

/** Whether there is only one of a kind of thing. */
export const isOnlyOne = (kind: StreamKind): kind is (typeof onlyOnes)[number] => onlyOnes.some((one) => one === kind)

/** Where a thing can be opened by someone with these rights; undefined where it is gone, or not theirs to see. */
export const hrefOf = ({ kind, opens, channel }: ActivityThing, rights: Rights): string | undefined => {
  const [own, search] = pagesOf[kind]
  // Call flows are kept as templates, on a page of their own.
  const path = channel === callChannel ? "/ivr" : own
  if ((opens === null && !isOnlyOne(kind)) || guardRoute(path, rights) !== "show") return undefined
  return `${path}?${search}${opens ?? ""}`
}
