import { randomBytes } from "node:crypto"
import { Clock, Context, Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import {
  bookingLinkDays,
  patientAddress,
  samplePatientAddress,
  type LinkSubject,
} from "#schemas/scheduling/patientLink.ts"
import { Database } from "#server/store/Database.ts"
import { companyOfToken, makeToken, readToken, secretBytes } from "./patientLink.rule.ts"

/** Where people reach us: links of texts lead there. The program sets it by its settings. */
export const PublicUrl = Context.Reference<string>("admin-view/PublicUrl", {
  defaultValue: () => "http://localhost:8080",
})

/** What stands for the link to book by where no text is sent: as long as the one that each recipient gets. */
export const sampleBookingLink = Effect.map(PublicUrl, samplePatientAddress)

type Stored = { readonly secret: string }

const secretOf = ({ secret }: Stored): Uint8Array => Buffer.from(secret, "base64url")

/** A secret that no company has: a token of a company without one is refused by it, as any other is. */
const noSecret = randomBytes(secretBytes)

/** The company's secret as it stands; undefined before its first link. */
const findSecret = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<Stored>`select secret from patient_link_secrets where company_id = ${companyId}`,
  )
  return rows[0] === undefined ? undefined : secretOf(rows[0])
})

/** The company's secret, made with its first link. */
const readSecret = Effect.fnUntraced(function* (companyId: CompanyId) {
  const found = yield* findSecret(companyId)
  if (found !== undefined) return found
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`
    insert into patient_link_secrets (company_id, secret)
    values (${companyId}, ${randomBytes(secretBytes).toString("base64url")}) on conflict do nothing`)
  return (yield* findSecret(companyId)) ?? (yield* Effect.die("A company’s secret for links could not be stored"))
})

/** What a link may be about within a company. */
type Within<Subject> = Subject extends unknown ? Omit<Subject, "companyId"> : never

/**
 * What writes the links of a company, for many recipients at once.
 * Joins an open transaction of the company.
 */
export const linkWriter = Effect.fn("patientLinkWriter")(function* (companyId: CompanyId) {
  const secret = yield* readSecret(companyId)
  const origin = yield* PublicUrl
  /** @param until milliseconds since 1970; the link works to the end of that day in UTC */
  return (subject: Within<LinkSubject>, until: number): string =>
    patientAddress(origin, makeToken(secret, { ...subject, companyId } as LinkSubject, until))
})

/** One link for a text, such as that of an appointment or of an offer; `until` in milliseconds since 1970. */
export const patientLink = (companyId: CompanyId, subject: Within<LinkSubject>, until: number) =>
  Effect.map(linkWriter(companyId), (write) => write(subject, until))

/**
 * What writes the links to book by of a company’s campaigns, one for each recipient.
 * @param now milliseconds since 1970: the links work for `bookingLinkDays` from then
 */
export const bookingLinkWriter = (companyId: CompanyId, now: number) =>
  Effect.map(
    linkWriter(companyId),
    (write) => (campaignId: CampaignId, recipientId: number) =>
      write({ purpose: "book", campaignId, recipientId }, now + bookingLinkDays * 86_400_000),
  )

/**
 * What a token is about; undefined for every token that is not good, whatever is wrong with it, after the same work:
 * one reading of a secret and one signature.
 */
export const findLink = Effect.fn("findPatientLink")(function* (token: string) {
  const secret = yield* findSecret(companyOfToken(token))
  return readToken(secret ?? noSecret, token, yield* Clock.currentTimeMillis)
})
