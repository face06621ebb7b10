import { guardRoute, type BuiltPath } from "#schemas/routes.ts"
import type { Rights } from "#schemas/access.ts"
import type { ActivityThing, StreamKind } from "#schemas/administration/activity.ts"
import type { WordId } from "#schemas/words.ts"

/** The page on which a thing of each kind is opened. */
const pagesOf: Readonly<Record<StreamKind, readonly [path: BuiltPath, search: string]>> = {
  campaign: ["/campaign", "id="],
  template: ["/sms", "id="],
  responseFile: ["/sms", "response="],
  import: ["/database", "tab=imports&import="],
  location: ["/location", "id="],
  schedule: ["/scheduler", "id="],
  appointment: ["/appointment", "id="],
  waitlistEntry: ["/appointment", "view=waitlist"],
  offer: ["/appointment", "view=waitlist"],
  appointmentTexts: ["/appointment", "view=texts"],
  stages: ["/scheduler", "view=stages"],
  outreachRun: ["/scheduler", "view=runs&id="],
  company: ["/global", "id="],
  card: ["/global", "tab=card&id="],
  settings: ["/global", "section=rules"],
  user: ["/user", "id="],
  group: ["/user", "group="],
  invitation: ["/user", "tab=invitations"],
}

/** What there is only one of, by the name of it. */
export const onlyOnes: Partial<Record<StreamKind, WordId>> = {
  stages: "activity.thing.stages",
  settings: "activity.thing.settings",
  appointmentTexts: "activity.thing.appointmentTexts",
}

/** Where a thing can be opened by someone with these rights; undefined where it is gone, or not theirs to see. */
export const hrefOf = ({ kind, opens }: ActivityThing, rights: Rights): string | undefined => {
  const [path, search] = pagesOf[kind]
  if ((opens === null && onlyOnes[kind] === undefined) || guardRoute(path, rights) !== "show") return undefined
  return `${path}?${search}${opens ?? ""}`
}
