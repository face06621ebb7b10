import { Link } from "wouter"
import { guardRoute, type BuiltPath } from "#schemas/routes.ts"
import type { Rights } from "#schemas/access.ts"
import { neededFor } from "#schemas/neededFor.ts"
import { activitySentences, type SentenceId } from "#schemas/administration/activitySentences.ts"
import type { ActivityEntry, ActivityThing, StreamKind } from "#schemas/administration/activity.ts"
import type { WordId } from "#schemas/words.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import type { ReactNode } from "react"

/** The first of some sentences that there is. */
const sentenceOf = (...ids: ReadonlyArray<string>): SentenceId | undefined =>
  ids.find((id): id is SentenceId => Object.hasOwn(activitySentences, id))

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
const onlyOnes: Partial<Record<StreamKind, WordId>> = {
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

/** The name of what an entry is about. */
export const useThingName = (): ((thing: ActivityThing) => string) => {
  const words = useWords()
  return ({ kind, name }) => name ?? words(onlyOnes[kind] ?? "activity.unnamed")
}

const Thing = ({ thing, rights }: { readonly thing: ActivityThing; readonly rights: Rights }) => {
  const name = useThingName()(thing)
  const href = hrefOf(thing, rights)
  return href === undefined ? <strong>{name}</strong> : <Link href={href}>{name}</Link>
}

/** Why something was refused, in a sentence; a missing right by the names of the rights. */
const Why = ({ facts }: ActivityEntry) => {
  const fact = (name: string): string => facts.find((one) => one.name === name)?.value ?? ""
  const needed = fact("problem") === "Forbidden" ? neededFor(fact("call")) : undefined
  const why = sentenceOf(`activity.why.${fact("problem")}`, `activity.why.${fact("reason")}`)
  if (needed !== undefined) return <Word id="activity.why.needs" values={{ rights: needed }} />
  return why === undefined ? null : <Word id={why} />
}

const whole = /^\d{1,9}$/

/** What happened, in a sentence that leads to the thing it names; what was refused is marked, with the reason. */
export const ActivitySentence = ({ entry, rights }: { readonly entry: ActivityEntry; readonly rights: Rights }) => {
  const words = useWords()
  const { type, facts, thing, refused } = entry
  const did = sentenceOf(`activity.did.${type}`)
  const tried = sentenceOf(`activity.tried.${facts.find(({ name }) => name === "call")?.value ?? ""}`)
  const values: Readonly<Record<string, ReactNode>> = {
    ...Object.fromEntries(facts.map(({ name, value }) => [name, whole.test(value) ? Number(value) : value])),
    actor: <strong>{entry.actor}</strong>,
    person: <strong>{entry.person ?? entry.actor}</strong>,
    about: thing === null ? "none" : "thing",
    thing: thing === null ? <strong>{words("activity.unnamed")}</strong> : <Thing thing={thing} rights={rights} />,
    deed: <Word id={tried ?? "activity.tried.other"} />,
  }
  return (
    <div className="activity-what">
      <span>{did === undefined ? type : <Word id={did} values={values} />}</span>
      {refused && (
        <>
          <StateTag tone="danger">{words("activity.refused")}</StateTag>
          <span className="activity-why muted small">
            <Why {...entry} />
          </span>
        </>
      )}
    </div>
  )
}
