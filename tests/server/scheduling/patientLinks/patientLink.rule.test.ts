import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CampaignId, CompanyId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import {
  patientTokenCharacters,
  samplePatientAddress,
  patientAddress,
  type LinkSubject,
} from "#schemas/scheduling/patientLink.ts"
import { companyOfToken, makeToken, readToken, secretBytes } from "#server/scheduling/patientLinks/patientLink.rule.ts"

const day = 86_400_000
const serial = fc.integer({ min: 1, max: 2_147_483_647 })
const subjects: fc.Arbitrary<LinkSubject> = fc
  .tuple(fc.integer({ min: 0, max: 2 }), serial, serial, serial)
  .map(([kind, company, one, other]): LinkSubject => {
    const companyId = CompanyId.make(company)
    if (kind === 0) return { purpose: "book", companyId, campaignId: CampaignId.make(one), recipientId: other }
    if (kind === 1) return { purpose: "appointment", companyId, appointmentId: AppointmentId.make(one) }
    return { purpose: "offer", companyId, offerId: one }
  })
const secrets = fc.uint8Array({ minLength: secretBytes, maxLength: secretBytes })
const untils = fc.integer({ min: Date.parse("2026-01-01"), max: Date.parse("2100-01-01") })
const links = fc.record({ secret: secrets, subject: subjects, until: untils })

describe("the token of a patient’s link", () => {
  it("says what it is about to whom has the secret, to the end of its day, and is as long as every other", () => {
    fc.assert(
      fc.property(links, ({ secret, subject, until }) => {
        const token = makeToken(secret, subject, until)
        expect(token).toMatch(new RegExp(`^[A-Za-z0-9_-]{${patientTokenCharacters - 1}}[A-Za-z]$`))
        expect(companyOfToken(token)).toBe(subject.companyId)
        const lastMoment = (Math.floor(until / day) + 1) * day - 1
        expect(readToken(secret, token, lastMoment)).toEqual(subject)
        expect(readToken(secret, token, lastMoment + 1)).toBeUndefined()
      }),
    )
  })

  it("is refused when any one character of it is another one", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    fc.assert(
      fc.property(
        links,
        fc.integer({ min: 0, max: patientTokenCharacters - 1 }),
        fc.integer({ min: 1, max: 63 }),
        ({ secret, subject, until }, place, step) => {
          const token = makeToken(secret, subject, until)
          const other = letters[(letters.indexOf(token[place] ?? "") + step) % 64] ?? ""
          const changed = token.slice(0, place) + other + token.slice(place + 1)
          expect(readToken(secret, changed, until)).toBeUndefined()
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it("is refused with another company’s secret, cut short, made longer, or when it is any other text", () => {
    fc.assert(
      fc.property(links, secrets, fc.string(), ({ secret, subject, until }, other, text) => {
        fc.pre(!Buffer.from(secret).equals(Buffer.from(other)))
        const token = makeToken(secret, subject, until)
        const wrong = [token.slice(0, -1), token.slice(1), `${token}A`, `A${token}`, `${token}=`, ` ${token}`, text, ""]
        expect(readToken(other, token, until)).toBeUndefined()
        expect(wrong.map((one) => readToken(secret, one, until))).toEqual(wrong.map(() => undefined))
      }),
    )
  })

  it("fits a text: a whole link on our own address is as long as its sample, and below 80 characters", () => {
    const subject = { purpose: "offer", companyId: CompanyId.make(2_000_000_000), offerId: 2_000_000_000 } as const
    const link = patientAddress("https://book.northwind-clinics.example", makeToken(new Uint8Array(32), subject, 0))
    expect(link).toHaveLength(samplePatientAddress("https://book.northwind-clinics.example").length)
    expect(link.length).toBeLessThan(80)
  })
})
