import { randomBytes } from "node:crypto"
import { Effect, Result } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import { flowIn } from "#schemas/language/callInLanguage.ts"
import { callChannel, type CallFlow } from "#schemas/outreach/callFlow.ts"
import type { TestCallPlaced } from "#schemas/outreach/events.ts"
import type { PlaceTestCall } from "#schemas/outreach/testCall.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { freeLines } from "#server/delivery/calls/callRows.ts"
import { lastConsent } from "#server/outreach/optOuts/consent.queries.ts"
import { companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { readCallFlow } from "#server/outreach/templates/callMessage.rule.ts"
import { judgeCallFlow } from "#server/outreach/templates/judgeCallFlow.queries.ts"
import { sampleValues } from "#server/outreach/templates/message.rule.ts"
import { foundIvr } from "#server/outreach/templates/template.queries.ts"
import { readPhone } from "#server/people/imports/cells.rule.ts"
import { type Change, notifyChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { readCallingNumbers, readLastTestCall, readWordsByLanguage } from "./testCall.queries.ts"

const wrong = (field: keyof PlaceTestCall | "", message: string) =>
  problem("Invalid", message, { errors: [{ field, message }] })
const notCalling = wrong("senderId", "Choose one of your company’s calling numbers.")
const notTranslated = wrong("language", "Choose a language that this call flow is translated to.")
const stopped = wrong("phone", "This number asked for no more calls from your company, so it is not called.")
const goingOn = problem("NotAllowedNow", "Your last test call is still going on. Hang up before you call again.")
const noLine = problem(
  "NotAllowedNow",
  "Every line of this calling number is taken. Call again in a minute, or by another number.",
)
const faulty = (sentence: string) => wrong("", `Put the call flow right before it calls. ${sentence}`)

/** Wakes the sending engine for a test call that waits; it is no event. */
const testCallWaits = (companyId: CompanyId, senderId: SenderId): Change => ({
  companyId,
  ...{ stream: `test-calls-${senderId}`, type: "TestCallWaits", version: 0, pos: 0 },
})

/** The call flow as it is said to one person, with the samples that its trial has. Fails with Invalid for one that its checks refuse. */
const sampleFlow = Effect.fnUntraced(function* (companyId: CompanyId, flow: CallFlow) {
  const read = readCallFlow(flow)
  const [first] = Result.isFailure(read) ? [read.failure] : yield* judgeCallFlow(companyId, flow)
  if (Result.isFailure(read) || first !== undefined) return yield* Effect.fail(faulty(first ?? ""))
  const { sql, company } = yield* Database
  const { name } = yield* company(companyId)(companyFacts(sql, companyId))
  return read.success.render(sampleValues(read.success, name)).text
})

/** The newest version of a call flow, in the language that is asked for. Fails with NotFound, or with Invalid for another language. */
const flowFor = Effect.fnUntraced(function* (companyId: CompanyId, { templateId, language }: PlaceTestCall) {
  const { flow, version } = yield* foundIvr(companyId, templateId)
  if (language === null) return { flow, version }
  const words = (yield* readWordsByLanguage(companyId, { templateId, version })).get(language)
  return words === undefined ? yield* Effect.fail(notTranslated) : { flow: flowIn(flow, words, language), version }
})

/** A number as it is called: one that exists, and whose owner did not stop the calls. Fails with Invalid. */
const calledPhone = Effect.fnUntraced(function* ({ actingCompanyId: companyId, country }: Person, text: string) {
  const read = readPhone(text, country)
  if ("error" in read) return yield* Effect.fail(wrong("phone", read.error))
  const { phone } = read.value
  const { sql, company } = yield* Database
  const of = { company: sql`${companyId}::int`, phone: sql`${phone}::text` }
  const [said] = yield* company(companyId)(
    sql<{ consent: string }>`select ${lastConsent(sql, callChannel, of)} as consent`,
  )
  return said?.consent === "revoked" ? yield* Effect.fail(stopped) : phone
})

/**
 * Has the newest version of a call flow call a phone, once; the sending engine places it. Fails with NotFound for what is
 * no call flow of the company, with Invalid for a call flow with problems, a language that it is not in, a number that is none or stopped the calls,
 * and a number of the company that does not call; with NotAllowedNow while the person's last one goes on or no line is
 * free (decision 098).
 * @param admit counts and records a call that nothing else refuses; where it fails, none is placed
 */
export const placeTestCall = Effect.fn("placeTestCall")(function* <R>(
  person: Person,
  asked: PlaceTestCall,
  admit: (event: typeof TestCallPlaced.Type) => Effect.Effect<void, Problem, R>,
) {
  const { actingCompanyId: companyId, userId } = person
  const { templateId, senderId } = asked
  const { flow, version } = yield* flowFor(companyId, asked)
  const phone = yield* calledPhone(person, asked.phone)
  const numbers = yield* readCallingNumbers(companyId)
  if (!numbers.some((number) => number.senderId === senderId)) return yield* Effect.fail(notCalling)
  const said = yield* sampleFlow(companyId, flow)
  const { sql, company } = yield* Database
  const at = yield* isoNow
  const callId = randomBytes(12).toString("base64url")
  yield* company(companyId)(
    Effect.gen(function* () {
      if ((yield* freeLines(sql, companyId, senderId)) === 0) return yield* Effect.fail(noLine)
      const rows = yield* sql`
        insert into test_calls (company_id, call_id, user_id, template_id, sender_id, phone, flow, at, asked_at)
        values (${companyId}, ${callId}, ${userId}, ${templateId}, ${senderId}, ${phone}, ${said}, ${at}::timestamptz, ${at}::timestamptz)
        on conflict (company_id, user_id) where ended_at is null do nothing returning call_id`
      if (rows.length === 0) return yield* Effect.fail(goingOn)
      yield* admit({ _tag: "TestCallPlaced", templateId, version })
      yield* notifyChanges(sql, [testCallWaits(companyId, senderId)])
    }),
  )
  return yield* orNotFound(readLastTestCall(companyId, userId))
})
