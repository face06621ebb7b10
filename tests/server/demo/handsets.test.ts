import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readHandset } from "#server/demo/handsets.ts"
import { latestTexts } from "#server/demo/sentTexts.ts"
import { SimulatedPhones, type CarriedText } from "#server/demo/SimulatedPhones.ts"
import { Database } from "#server/store/Database.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { demoIds, seededDemo } from "#tests/support/seededDemo.ts"

const { northwind } = demoIds

/** What the carrier remembers of all phones; each test says what. */
let carried: ReadonlyArray<CarriedText> = []
const phones = Layer.succeed(SimulatedPhones, {
  textsOf: () => Effect.succeed(carried),
  reply: () => Effect.void,
  hold: () => Effect.succeed([]),
  act: () => Effect.succeed(false),
})

layer(seededDemo.pipe(Layer.provideMerge(phones)), { excludeTestServices: true, timeout: 60_000 })("a phone", (it) => {
  it.effect("shows an answer once, also where it is the first text since the carrier started", () =>
    Effect.gen(function* () {
      const { sql, company } = yield* Database
      const [{ phone, sender } = { phone: "", sender: "" }] = yield* latestTexts(northwind, "")
      const at = Date.UTC(2026, 10, 21, 16)
      const answered = (key: string, body: string) =>
        company(northwind)(sql`
          insert into notices (company_id, sender_id, phone, kind, state, body, send_key, at, by_name)
          select company_id, sender_id, ${phone}, 'answer', 'sent', ${body}, ${key}, ${new Date(at).toISOString()}::timestamptz, 'Ada'
          from senders where company_id = ${northwind} and e164 = ${sender}`)
      yield* answered("notice.2.before.1", "Before the restart.")
      yield* answered("notice.2.since.2", "Behind the house.")
      carried = [
        {
          ...{ sid: "SM1", key: "notice.2.since.2", direction: "outbound-api", from: sender, to: phone },
          ...{ body: "Behind the house.", created: at + 400, status: "delivered" },
        },
      ]
      const { messages } = yield* readHandset(northwind, phone)
      expect(messages.slice(-2)).toMatchObject([
        { text: "Before the restart.", status: "sent" },
        { id: "SM1", text: "Behind the house.", status: "delivered" },
      ])
      expect(messages.filter(({ text }) => text === "Behind the house.")).toHaveLength(1)
    }),
  )

  it.effect("writes what a text was given of its own, and the link to book by, once the carrier has forgotten it", () =>
    Effect.gen(function* () {
      carried = []
      const { sql, company } = yield* Database
      const [{ phone } = { phone: "" }] = yield* latestTexts(northwind, "")
      yield* asOwner(
        (owner) => owner`
        update template_versions set text = 'On {{ appointmentDate }}: {{ bookingLink }}' where company_id = ${northwind}`,
      )
      yield* company(northwind)(sql`
        update recipients set own_values = '{"appointmentDate":"Friday"}' where company_id = ${northwind} and phone = ${phone}`)
      const { messages } = yield* readHandset(northwind, phone)
      const last = messages.findLast(({ direction, status }) => direction === "toPhone" && status !== "sent")
      expect(last?.text).toMatch(/^On Friday: http.+#/)
    }),
  )
})
