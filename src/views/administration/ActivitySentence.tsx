import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import { neededFor } from "#schemas/neededFor.ts"
import { activitySentences, type SentenceId } from "#schemas/administration/activitySentences.ts"
import type { ActivityEntry, ActivityThing } from "#schemas/administration/activity.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import type { ReactNode } from "react"
import { hrefOf, isOnlyOne } from "./thingLink.ts"

/** The first of some sentences that there is. */
const sentenceOf = (...ids: ReadonlyArray<string>): SentenceId | undefined =>
  ids.find((id): id is SentenceId => Object.hasOwn(activitySentences, id))

/** The name of what an entry is about. */
export const useThingName = (): ((thing: ActivityThing) => string) => {
  const words = useWords()
  return ({ kind, name }) => name ?? words(isOnlyOne(kind) ? `activity.thing.${kind}` : "activity.unnamed")
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
  // What happened may be called by a fact of it: to be moved by a swap is another deed than to be moved.
  const did = sentenceOf(...facts.map(({ name }) => `activity.did.${type}.${name}`), `activity.did.${type}`)
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
