import { createHash } from "node:crypto"
import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { Consent } from "#schemas/people/patient.ts"
import { notifyChanges, type Change } from "#server/store/changes.ts"

/** That something was said about texts to a number. It is no event: `version` is the id of the word, and rises. */
export type ConsentNews = Change & { readonly stream: `consent-${string}` }

/** A word about texts as it was stored. */
export type StoredWord = { readonly id: number; readonly phone: string; readonly consent: Consent }

/** The type of the news that texts may be sent. */
export const consentGranted = "ConsentGranted"
const consentWithheld = "ConsentWithheld"

export const isConsentNews = (change: Change): change is ConsentNews => change.stream.startsWith("consent-")

/** Under which name the processes speak of a number (E.164), so that the number itself is in no notification. */
export const numberStream = (phone: string) =>
  `consent-${createHash("sha256").update(phone).digest("hex").slice(0, 32)}` as const

/** Notifies all processes of what was just stored, once the open transaction is committed; gives what they receive. */
export const announceConsent = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  words: ReadonlyArray<StoredWord>,
) {
  const news = words.map(({ id, phone, consent }): ConsentNews => {
    const type = consent === "granted" ? consentGranted : consentWithheld
    return { companyId, stream: numberStream(phone), type, version: id, pos: 0 }
  })
  yield* notifyChanges(sql, news)
  return news as ReadonlyArray<ConsentNews>
})
