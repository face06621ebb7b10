import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApiTest } from "effect/http-api"
import { Api } from "#schemas/api.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { mappedLocations } from "#server/outreach/templates/locationMapping.queries.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { absent, freshCompany, handlers, madeLocation, makeClient, saved } from "#tests/support/outreachCalls.ts"

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the locations of a template’s links", (it) => {
  it.effect("are all that patients can choose until some are mapped, and then those that are not disabled", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const { Location } = yield* HttpApiTest.groups(Api, ["Location"])
        const north = yield* madeLocation({ name: "North", isPublic: true })
        const south = yield* madeLocation({ name: "South", isPublic: true })
        const inner = yield* madeLocation({ name: "Inner", isPublic: false })
        const { templateId, hashedId, version } = yield* saved(companyId)
        const offered = Effect.map(mappedLocations(companyId, templateId), (all) => all.map(({ name }) => name))
        expect(yield* offered).toEqual(["North", "South"])
        const save = (locationIds: ReadonlyArray<LocationId>, headers = {}) =>
          Template.SaveLocationMapping({ headers, payload: { templateId, locationIds } })
        const { data } = yield* save([south.locationId, inner.locationId, inner.locationId])
        expect(data.locationIds).toEqual([south.locationId, inner.locationId])
        expect(yield* offered).toEqual(["Inner", "South"])
        yield* Location.ChangeState({ headers: {}, payload: { hashedId: south.hashedId, action: "disable" } })
        expect(yield* offered).toEqual(["Inner"])
        const { data: read } = yield* Template.GetLocationMapping({ query: { temphashedId: hashedId } })
        expect(read).toMatchObject({ locationIds: [south.locationId, inner.locationId], streamVersion: 2 })
        expect(read.locations.map(({ name, status }) => [name, status])).toEqual([
          ["Inner", "active"],
          ["North", "active"],
          ["South", "disabled"],
        ])
        const { data: template } = yield* Template.GetTemplate({ query: { temphashedId: hashedId } })
        expect(template).toMatchObject({ version, locations: 2 })
        const { data: history } = yield* Template.GetTemplateVersions({ query: { temphashedId: hashedId } })
        expect(history.history.map(({ type }) => type)).toEqual(["TemplateDrafted", "TemplateLocationsMapped"])
        // Sent twice, it happens once.
        expect((yield* save([inner.locationId, south.locationId])).data.streamVersion).toBe(2)
        expect(yield* Effect.flip(save([north.locationId], { "if-match": "1" }))).toMatchObject({
          problem: "StaleVersion",
        })
        yield* save([])
        expect(yield* offered).toEqual(["North"])
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are the company’s own", () =>
    Effect.gen(function* () {
      const other = yield* freshCompany()
      const theirs = yield* madeLocation().pipe(asCompany(other))
      const theirTemplate = yield* saved(other).pipe(asCompany(other))
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Template } = yield* makeClient
        const { templateId } = yield* saved(companyId)
        for (const locationId of [theirs.locationId, LocationId.make(900_000)]) {
          const save = Template.SaveLocationMapping({ headers: {}, payload: { templateId, locationIds: [locationId] } })
          expect(yield* Effect.flip(save)).toMatchObject({ problem: "Invalid", errors: [{ field: "locationIds" }] })
        }
        const ofTheirs = { templateId: theirTemplate.templateId, locationIds: [] }
        expect(yield* Effect.flip(Template.SaveLocationMapping({ headers: {}, payload: ofTheirs }))).toMatchObject(
          absent,
        )
      }).pipe(asCompany(companyId))
    }),
  )
})
