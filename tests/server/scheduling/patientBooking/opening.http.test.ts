import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { describe, it as plain } from "vitest"
import { CampaignId, PatientId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { countOpening } from "#server/scheduling/patientBooking/opening.commands.ts"
import { isMachine } from "#server/scheduling/patientBooking/opening.rule.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { asCompany, LinkCaller } from "#tests/support/callingAs.ts"
import { noon } from "#tests/support/outreach.ts"
import { companyWith, schedulingClient, schedulingOn } from "#tests/support/scheduling.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1"
const at = (minutes: number) => Effect.flatMap(MovableClock, (clock) => clock.move(noon + minutes * 60_000))

for (const [name, database] of testDatabases)
  layer(schedulingOn(database), { excludeTestServices: true, timeout: 60_000 })(`opened links on ${name}`, (it) => {
    it.effect("are kept with the first time by a person, and count machines apart", () =>
      Effect.gen(function* () {
        const { companyId } = yield* companyWith(1)
        const campaignId = CampaignId.make(81)
        const subject = { purpose: "book", companyId, campaignId, recipientId: 1 } as const
        const open = (userAgent: string) => countOpening({ subject, patientId: PatientId.make(1) }, userAgent)
        const { sql, company } = yield* Database
        const kept = company(companyId)(sql<{ at: Date | null; openings: number; machines: number }>`
          select date_trunc('minute', opened_at) as at, openings, by_machines as machines from link_openings where company_id = ${companyId}`)
        yield* at(1)
        yield* open("facebookexternalhit/1.1")
        expect(yield* kept).toEqual([{ at: null, openings: 0, machines: 1 }])
        yield* at(2)
        yield* open(phone)
        yield* at(3)
        yield* open(phone)
        yield* open("")
        expect(yield* kept).toEqual([{ at: new Date(noon + 2 * 60_000), openings: 2, machines: 2 }])
      }),
    )

    it.effect("are none where the page is only read, or the link came with no campaign", () =>
      Effect.gen(function* () {
        const { companyId } = yield* companyWith(1)
        const { sql, company } = yield* Database
        const kept = company(companyId)(sql`select by_machines from link_openings where company_id = ${companyId}`)
        const campaign = { purpose: "book", companyId, campaignId: CampaignId.make(82), recipientId: 1 } as const
        const calls = Effect.gen(function* () {
          const { Booking } = yield* schedulingClient
          yield* Booking.GetLink()
          expect(yield* kept).toEqual([])
          yield* Booking.Open({ headers: {}, payload: {} })
          // The test's own client is a machine that says so.
          expect(yield* kept).toEqual([{ by_machines: 1 }])
        })
        yield* calls.pipe(
          Effect.provideService(LinkCaller, { subject: campaign, patientId: PatientId.make(1) }),
          asCompany(companyId),
        )
        const visit = { purpose: "appointment", companyId, appointmentId: AppointmentId.make(1) } as const
        yield* countOpening({ subject: visit, patientId: PatientId.make(1) }, phone)
        expect((yield* kept).length).toBe(1)
      }),
    )
  })

describe("what opens a link", () => {
  plain.each([
    phone,
    "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
    "Mozilla/5.0 (Linux; Android 15; CUBOT X90) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36",
  ])("is a person by %s", (userAgent) => expect(isMachine(userAgent)).toBe(false))

  plain.each([
    "",
    "  ",
    "WhatsApp/2.23.20",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/156.0.0.0 Safari/537.36",
    "Mozilla/5.0 (compatible; SkypeUriPreview/1.0)",
    "python-requests/2.32",
  ])("is a machine by “%s”", (userAgent) => expect(isMachine(userAgent)).toBe(true))
})
