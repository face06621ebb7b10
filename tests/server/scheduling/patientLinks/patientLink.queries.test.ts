import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { findLink, patientLink, PublicUrl } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { noon, storeOn } from "#tests/support/outreach.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"

const subject = { purpose: "appointment", appointmentId: AppointmentId.make(7) } as const
const tokenOf = (link: string): string => link.split("#")[1] ?? ""

layer(storeOn(embeddedDatabase), { excludeTestServices: true })("the links of a company’s patients", (it) => {
  it.effect("lead to our own address, and are read by the secret of their company alone", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* freshCompany(), yield* freshCompany()]
      const until = noon + 86_400_000
      const ours = yield* patientLink(one, subject, until).pipe(
        Effect.provideService(PublicUrl, "https://clinic.example"),
      )
      expect(ours).toMatch(/^https:\/\/clinic\.example\/a#.{36}$/)
      expect(yield* findLink(tokenOf(ours))).toEqual({ ...subject, companyId: one })
      expect(yield* patientLink(one, subject, until)).toMatch(tokenOf(ours))
      const theirs = yield* patientLink(other, subject, until)
      expect(tokenOf(theirs)).not.toBe(tokenOf(ours))
      // The company’s number is the first four bytes of a token.
      const forged = tokenOf(theirs).slice(0, 6) + tokenOf(ours).slice(6)
      expect(yield* findLink(forged)).toBeUndefined()
    }),
  )
})
