import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { CompanyId, type SenderId, type UserId } from "#schemas/ids.ts"
import { creationStatus } from "#schemas/outreach/campaign.ts"
import { saveCard } from "#server/administration/cards/card.commands.ts"
import { CardProcessor } from "#server/administration/cards/CardProcessor.ts"
import { deleteCompany } from "#server/administration/companies/company.commands.ts"
import { addUser, changeUserState } from "#server/administration/users/user.commands.ts"
import { Accounts } from "#server/identity/Accounts.ts"
import { SignInUsers } from "#server/identity/SignInUsers.ts"
import { commandCampaign } from "#server/outreach/campaigns/campaign.commands.ts"
import { createCampaign } from "#server/outreach/campaigns/createCampaign.commands.ts"
import { readCompany } from "#server/administration/companies/company.queries.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { companyWithNumber, superAdmin } from "#tests/support/companyWithNumber.ts"
import { created, handlersOn, wanted } from "#tests/support/outreachCalls.ts"
import type { Problem } from "#schemas/problem.ts"
import { systemContext } from "#server/handle.ts"
import type { EventStore } from "#server/store/EventStore.ts"
import { freshPostgresql } from "#tests/support/freshPostgresql.ts"
import { receiveTexts } from "#server/delivery/inboundMessages.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { decideReply, readUnclearReplies } from "#server/delivery/unclearReplies.ts"
import { meanwhile } from "#tests/support/meanwhile.ts"
import { eventually, makeCompany, noon, phoneOf, senderNumber } from "#tests/support/outreach.ts"
import { postgresqlServer, testDatabases } from "#tests/support/testDatabases.ts"

for (const [name, database] of testDatabases) {
  layer(handlersOn(database), { excludeTestServices: true, timeout: 60_000 })(
    `two commands at the same moment on ${name}`,
    (it) => {
      it.effect("do not delete a company whose campaign was just launched", () =>
        Effect.gen(function* () {
          const { companyId, hashedId } = yield* companyWithNumber
          const { campaignId } = yield* asCompany(companyId)(created(companyId))
          const refused = yield* Effect.flip(
            deleteCompany(superAdmin, hashedId, "Company", {}).pipe(
              meanwhile(
                /^\s*update companies set status/,
                (sql) =>
                  sql`update campaign_runs set state = 'running' where company_id = ${companyId} and campaign_id = ${campaignId}`,
              ),
            ),
          )
          expect(refused.message).toBe("One campaign of this company is still open. Cancel it first.")
          expect((yield* readCompany(companyId))?.state).toBe("active")
        }),
      )

      it.effect("do not create a campaign for a number that was just removed", () =>
        Effect.gen(function* () {
          const { companyId } = yield* companyWithNumber
          const payload = yield* asCompany(companyId)(wanted(companyId, 2))
          const person = { ...superAdmin, companyId, actingCompanyId: companyId }
          const answer = yield* createCampaign(person, payload).pipe(
            meanwhile(
              /from senders\s.*for key share/s,
              (sql) => sql`delete from senders where company_id = ${companyId}`,
            ),
          )
          expect(answer).toEqual({ status: creationStatus.invalid, message: "Choose a number to send from." })
        }),
      )

      it.effect("do not remove a number that a campaign was just created for", () =>
        Effect.gen(function* () {
          const { companyId, withoutNumber } = yield* companyWithNumber
          const { campaignId } = yield* asCompany(companyId)(created(companyId))
          const { sql, company: within } = yield* Database
          const [run] = yield* within(companyId)(sql<{ sender_id: SenderId }>`
        update campaign_runs set sender_id = 0 where company_id = ${companyId} and campaign_id = ${campaignId}
        returning (select sender_id from senders where company_id = ${companyId}) as sender_id`)
          const refused = yield* Effect.flip(
            withoutNumber.pipe(
              meanwhile(
                /from senders .* for update/s,
                (sql) =>
                  sql`update campaign_runs set sender_id = ${run?.sender_id ?? 0} where company_id = ${companyId}`,
              ),
            ),
          )
          expect(refused.message).toContain("has campaigns or texts, so it cannot be removed.")
        }),
      )
    },
  )
}

type Command = Effect.Effect<unknown, Problem, Database | EventStore>

/** Begins one command, lets another run into it before the first is committed, and gives what became of the other. */
const intoEachOther = Effect.fnUntraced(function* (first: Command, second: Command) {
  const { sql, everyCompany } = yield* Database
  const isDone = yield* Deferred.make<void>()
  const mayCommit = yield* Deferred.make<void>()
  const one = yield* Effect.forkChild(
    everyCompany(
      first.pipe(Effect.andThen(Deferred.succeed(isDone, undefined)), Effect.andThen(Deferred.await(mayCommit))),
    ),
  )
  yield* Deferred.await(isDone)
  const other = yield* Effect.forkChild(Effect.flip(second))
  yield* eventually(
    Effect.map(
      sql<{ waiting: boolean }>`
        select exists (select from pg_locks where not granted) as waiting`,
      ([row]) => row?.waiting === true,
    ),
  )
  yield* Deferred.succeed(mayCommit, undefined)
  yield* Fiber.join(one)
  return yield* Fiber.join(other)
})

// The embedded engine has one session, in which nothing waits for anything.
for (const server of postgresqlServer === undefined ? [] : [postgresqlServer]) {
  layer(handlersOn(freshPostgresql(server)), { excludeTestServices: true, timeout: 60_000 })(
    "rows that two commands share on PostgreSQL",
    (it) => {
      it.effect("let a deletion wait for a launch, and see it", () =>
        Effect.gen(function* () {
          const { companyId, hashedId } = yield* companyWithNumber
          const { campaignId } = yield* asCompany(companyId)(created(companyId))
          const refused = yield* intoEachOther(
            commandCampaign(systemContext(companyId, "launch"), campaignId, {
              _tag: "LaunchCampaign",
              now: new Date(noon).toISOString(),
            }),
            deleteCompany(superAdmin, hashedId, "Company", {}),
          )
          expect(refused.message).toBe("One campaign of this company is still open. Cancel it first.")
        }),
      )

      it.effect("let the removal of a number wait for a campaign that is created for it, and see it", () =>
        Effect.gen(function* () {
          const { companyId, withoutNumber } = yield* companyWithNumber
          const payload = yield* asCompany(companyId)(wanted(companyId, 2))
          const person = { ...superAdmin, companyId, actingCompanyId: companyId }
          const refused = yield* intoEachOther(createCampaign(person, payload), withoutNumber)
          expect(refused.message).toContain("has campaigns or texts, so it cannot be removed.")
        }),
      )

      it.effect("let two Super Admins who shut each other out come one after the other, so that one is left", () =>
        Effect.gen(function* () {
          const { companyId } = yield* companyWithNumber
          const add = (name: string) =>
            addUser(systemContext(companyId, `add-${name}`), {
              companyId,
              issuer: "https://tenant.test",
              subject: name,
              email: `${name}@example.test`,
              displayName: name,
              userType: 1,
              accessIds: [8, 13],
            })
          const [ann, ben] = [yield* add("ann"), yield* add("ben")]
          const { sql, everyCompany } = yield* Database
          const hashedIds = yield* everyCompany(
            sql<{ readonly id: number; readonly hashedId: string }>`
              select id, hashed_id as "hashedId" from hashed_ids where company_id = ${companyId} and kind = 'user'`,
          )
          const shutOut = (by: UserId, whom: UserId, commandId: string) =>
            changeUserState(
              { ...superAdmin, userId: by, accessIds: [8, 13], companyId, actingCompanyId: companyId },
              { hashedId: hashedIds.find(({ id }) => id === whom)?.hashedId ?? "", action: "deactivate" },
              { commandId },
            )
          const refused = yield* intoEachOther(shutOut(ann, ben, "first"), shutOut(ben, ann, "second"))
          expect(refused.message).toContain("This is the last Super Admin")
          expect(yield* everyCompany(sql`select display_name from accounts where user_type = 1 and is_active`)).toEqual(
            [{ display_name: "ann" }],
          )
        }).pipe(Effect.provide(Layer.mergeAll(Accounts.layer, SignInUsers.layer))),
      )

      it.effect("let a second card wait for the first, so that no card is asked for that is refused afterwards", () => {
        const asked: Array<string> = []
        const card = {
          brand: "Visa",
          last4: "4242",
          expMonth: 9,
          expYear: 2039,
          holderName: "Clinic",
          billingZip: "94105",
        }
        const processor = Layer.succeed(CardProcessor, {
          fieldsUrl: null,
          attach: (token) => Effect.sync(() => (asked.push(token), card)),
          detach: () => Effect.void,
        })
        return Effect.gen(function* () {
          const { companyId } = yield* companyWithNumber
          const save = (token: string) =>
            saveCard({ ...superAdmin, companyId, actingCompanyId: companyId }, companyId, token, {
              commandId: token,
              expectedVersion: 0,
            }).pipe(Effect.provide(processor))
          const refused = yield* intoEachOther(save("pm_first"), save("pm_second"))
          expect(refused.problem).toBe("StaleVersion")
          expect(asked).toEqual(["pm_first"])
        })
      })

      it.effect("let staff who keep texting wait for a STOP that is being taken in, and see it", () =>
        Effect.gen(function* () {
          const companyId = CompanyId.make(601)
          const database = yield* Database
          const { sql, company } = database
          yield* makeCompany(companyId)
          const from = phoneOf(companyId, 1)
          yield* company(companyId)(sql`
            insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
            values (601, ${from}, 'SMS', 'unclear', ${new Date(noon).toISOString()}::timestamptz, 'reply', 'stop it')`)
          const [reply] = yield* readUnclearReplies(companyId)
          const stop = { id: "SM-stop", sid: "SM-stop", from, to: senderNumber(companyId), body: "STOP" }
          const refused = yield* intoEachOther(
            receiveTexts(database, yield* SendGate, new Date(noon).toISOString(), [stop]),
            decideReply(companyId, { replyId: reply?.replyId ?? 0, decision: "keep" }),
          )
          expect(refused.message).toContain("the patient wrote again meanwhile")
          expect(
            yield* company(companyId)(sql`select consent from opt_outs where company_id = 601 order by opt_out_id`),
          ).toEqual([{ consent: "unclear" }, { consent: "revoked" }])
        }).pipe(Effect.provide(SendGate.layer)),
      )
    },
  )
}
