import { describe, expect, it } from "vitest"
import { accessIds, type Rights } from "#schemas/access.ts"
import { hrefOf, isLinked, navigation, ownPlaces, places, placesFor } from "#schemas/routes.ts"
import { deedsFor } from "#schemas/session/deeds.ts"
import { keys, meaningOf } from "#schemas/session/keys.ts"

const superAdmin: Rights = { userType: 1, accessIds: Object.values(accessIds) }
const noRights: Rights = { userType: 3, accessIds: [] }

describe("the places that keys lead to", () => {
  it("have a letter each, and are all that the bar links to and more", () => {
    const letters = places.map(({ letter }) => letter)
    expect(new Set(letters).size).toBe(letters.length)
    const paths = new Set(places.map(({ path }) => path))
    for (const { path } of [...navigation.flatMap(({ links }) => [...links]), ...ownPlaces])
      expect(paths).toContain(path)
  })

  it("are those alone that a person may see", () => {
    expect(placesFor(noRights).map(hrefOf)).toEqual(["/dashboard"])
    expect(placesFor(superAdmin).every(({ path }) => isLinked(path, superAdmin))).toBe(true)
    expect(meaningOf("c", "/dashboard", noRights).place).toBeNull()
    expect(meaningOf("c", "/dashboard", superAdmin).place).toBe("/campaign")
  })
})

describe("the deeds", () => {
  it("are those that the policy lets a person do on a page they may see", () => {
    const may = (rights: Rights) => deedsFor(rights).map(({ word }) => word)
    expect(may(noRights)).toEqual([])
    expect(may({ userType: 2, accessIds: [accessIds.Campaign] })).toEqual(["campaigns.new"])
    expect(may({ userType: 2, accessIds: [accessIds.Template] })).toEqual([])
    expect(may(superAdmin)).toEqual([
      "campaigns.new",
      "multi.new",
      "templates.new",
      "callFlows.new",
      "palette.import",
      "companies.new",
    ])
  })

  it("begin by one key on their own page", () => {
    expect(meaningOf(keys.create, "/campaign", superAdmin).fresh).toBe("/campaign?new=")
    expect(meaningOf(keys.create, "/ivr", superAdmin).fresh).toBe("/ivr?new=")
    expect(meaningOf(keys.create, "/report", superAdmin).fresh).toBeNull()
    expect(meaningOf("x", "/campaign", superAdmin).fresh).toBeNull()
  })
})
