import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { handle, systemContext } from "#server/handle.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import { Database } from "#server/store/Database.ts"
import { Metadata } from "#server/store/Metadata.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { messageText } from "#tests/support/outreach.ts"
import { draft, freshCompany, handlers, makeClient, saved } from "#tests/support/outreachCalls.ts"

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("a template with more than one writer", (it) => {
  it.effect("lets one of several writers at once win, and answers the others", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId, name } = yield* saved(companyId)
        const outcomes = yield* Effect.forEach(
          [1, 2, 3, 4, 5, 6],
          (number) =>
            Effect.match(
              client.Template.CreateTemplateByCompanyId(draft(companyId, templateId, `${messageText} ${number}`, name)),
              {
                onFailure: (failure) => (failure as { problem: string }).problem,
                onSuccess: ({ data }) => `version ${data.version}`,
              },
            ),
          { concurrency: "unbounded" },
        )
        const winners = outcomes.filter((outcome) => outcome.startsWith("version"))
        expect(winners.length).toBeGreaterThan(0)
        expect(new Set(outcomes.filter((outcome) => !outcome.startsWith("version")))).toEqual(
          winners.length === outcomes.length ? new Set() : new Set(["StaleVersion"]),
        )
        const listed = yield* client.Template.GetTemplates({ query: {} })
        expect(listed.data[0]?.version).toBe(1 + winners.length)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("refuses the second of two editors who began with the same draft", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId, name } = yield* saved(companyId)
        const saveOver = (version: number, text: string) =>
          client.Template.CreateTemplateByCompanyId({
            ...draft(companyId, templateId, text, name),
            headers: { "if-match": `"${version}"` },
          })
        expect((yield* saveOver(1, `${messageText} One`)).data.version).toBe(2)
        expect(yield* Effect.flip(saveOver(1, `${messageText} Two`))).toMatchObject({
          problem: "StaleVersion",
          message: "Someone changed this first. Look again and retry.",
        })
        const { data } = yield* client.Template.GetTemplates({ query: {} })
        expect(data[0]?.text).toBe(`${messageText} One`)
        expect((yield* saveOver(2, `${messageText} Two`)).data.text).toBe(`${messageText} Two`)
        const { sql, company } = yield* Database
        const stored = yield* company(companyId)(
          sql<{
            meta: object
          }>`select meta from events where company_id = ${companyId} and stream_id = ${`template-${templateId}`}`,
        )
        // The version that someone expected decides, and is no part of what happened.
        expect(stored.map(({ meta }) => Object.keys(meta).sort())).toEqual(
          Array.from({ length: 3 }, () =>
            Object.keys(Metadata.fields)
              .filter((key) => !["onBehalfOf", "directoryTokenId"].includes(key))
              .sort(),
          ),
        )
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("lets no one decide on what another one changes between the look and the save", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const client = yield* makeClient
        const { templateId } = yield* saved(companyId)
        const context = systemContext(companyId, "slow")
        const retire = handle(templateStream, templateId, { _tag: "RetireTemplate" }, context)
        const publish = { _tag: "PublishTemplate", problems: [] } as const
        const slow = handle(templateStream, templateId, publish, context, {
          // Another one publishes and retires it in between.
          beforeAppend: () => Effect.andThen(handle(templateStream, templateId, publish, context), retire),
        })
        expect(yield* Effect.flip(slow)).toMatchObject({ problem: "StaleVersion" })
        const { data } = yield* client.Template.GetTemplates({ query: {} })
        expect(data[0]?.state).toBe("draft")
      }).pipe(asCompany(companyId))
    }),
  )
})
