import { createHmac, timingSafeEqual } from "node:crypto"
import { CampaignId, CompanyId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { linkPurposes, patientTokenCharacters, type LinkSubject } from "#schemas/scheduling/patientLink.ts"

/** The secret that a company's links are signed with, in bytes. */
export const secretBytes = 32
const dayMillis = 86_400_000

/** Company, two numbers, and the last day: 14 bytes, then the signature, then the purpose. Every character of 36 counts. */
const numberBytes = 14
/** The first 96 bits of HMAC-SHA-256, as RFC 2104 §5 lets it be cut. */
const signatureBytes = 12
const tokenBytes = numberBytes + signatureBytes + 1

const numbersOf = (subject: LinkSubject): readonly [number, number] => {
  switch (subject.purpose) {
    case "book":
      return [subject.campaignId, subject.recipientId]
    case "appointment":
      return [subject.appointmentId, 0]
    case "offer":
      return [subject.offerId, 0]
  }
}

const signatureOf = (secret: Uint8Array, numbers: Uint8Array, purpose: number): Buffer =>
  createHmac("sha256", secret).update(Buffer.of(purpose)).update(numbers).digest().subarray(0, signatureBytes)

/**
 * Makes the token of a link: what it is about, until when, and the signature of both. It always has
 * `patientTokenCharacters`, the last of which is a letter: phones leave a sign at the end out of a link.
 * @param secret the company's own
 * @param until milliseconds since 1970; the token works to the end of that day in UTC
 */
export const makeToken = (secret: Uint8Array, subject: LinkSubject, until: number): string => {
  const numbers = Buffer.alloc(numberBytes)
  const [first, second] = numbersOf(subject)
  numbers.writeUInt32BE(subject.companyId, 0)
  numbers.writeUInt32BE(first, 4)
  numbers.writeUInt32BE(second, 8)
  numbers.writeUInt16BE(Math.floor(until / dayMillis), 12)
  const purpose = linkPurposes.indexOf(subject.purpose) + 1
  return Buffer.concat([numbers, signatureOf(secret, numbers, purpose), Buffer.of(purpose)]).toString("base64url")
}

const wellFormed = new RegExp(`^[A-Za-z0-9_-]{${patientTokenCharacters}}$`)

/** Bytes of a text that is no token at all, so that it takes as long to refuse as any other. */
const noToken = Buffer.alloc(tokenBytes)

const bytesOf = (token: string): Buffer => (wellFormed.test(token) ? Buffer.from(token, "base64url") : noToken)

/** Whose secret a token asks for; anyone can write that, so nothing else is read before the signature was compared. */
export const companyOfToken = (token: string): CompanyId => CompanyId.make(Math.max(1, bytesOf(token).readInt32BE(0)))

const subjectOf = (numbers: Buffer, purpose: number): LinkSubject | undefined => {
  const companyId = CompanyId.make(numbers.readUInt32BE(0))
  const [first, second] = [numbers.readUInt32BE(4), numbers.readUInt32BE(8)]
  switch (linkPurposes[purpose - 1]) {
    case "book":
      return { purpose: "book", companyId, campaignId: CampaignId.make(first), recipientId: second }
    case "appointment":
      return { purpose: "appointment", companyId, appointmentId: AppointmentId.make(first) }
    case "offer":
      return { purpose: "offer", companyId, offerId: first }
    case undefined:
      return undefined
  }
}

/**
 * Reads a token; undefined, and nothing more, where it was not made with this secret or its time is over. The
 * signature is compared in constant time, and before anything else of the token is looked at.
 * @param now milliseconds since 1970
 */
export const readToken = (secret: Uint8Array, token: string, now: number): LinkSubject | undefined => {
  const bytes = bytesOf(token)
  const numbers = bytes.subarray(0, numberBytes)
  const purpose = bytes.readUInt8(tokenBytes - 1)
  const isOurs = timingSafeEqual(bytes.subarray(numberBytes, -1), signatureOf(secret, numbers, purpose))
  const isInTime = Math.floor(now / dayMillis) <= numbers.readUInt16BE(12)
  return isOurs && isInTime ? subjectOf(numbers, purpose) : undefined
}
