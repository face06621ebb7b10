import { describe, expect, it } from "vitest"
import { accessIds, type AccessName, type Rights, type UserType } from "#schemas/access.ts"
import { guardRoute, isLinked, navigation, routes, type RoutePath } from "#schemas/routes.ts"

/** The route table of the specification, row by row: the path, who may see it, and whether only a Super Admin may. */
const table: ReadonlyArray<readonly [RoutePath, "public" | "anyone" | AccessName, UserType?]> = [
  ["/", "public"],
  ["/login", "public"],
  ["/sessionOut", "public"],
  ["/accountLocked", "public"],
  ["/accessDenied", "anyone"],
  ["/dashboard", "anyone"],
  ["/sms", "SMS"],
  ["/ivr", "IVR"],
  ["/campaign", "Campaign"],
  ["/multi", "MultiCampaign"],
  ["/scheduler", "Schedule"],
  ["/report", "Report"],
  ["/translate", "Translate"],
  ["/appointment", "ScheduleAppointmentandLocation"],
  ["/location", "ScheduleAppointmentandLocation"],
  ["/user", "SuperAdminUser"],
  ["/bookAppointment", "SuperAdminAppointment"],
  ["/global", "SuperAdminGlobal", 1],
  ["/database", "DatabaseSetup"],
  ["/profile", "Profile"],
]
const all = Object.values(accessIds)
const types: ReadonlyArray<UserType> = [1, 2, 3]
const rights = (userType: UserType, ids: ReadonlyArray<number>): Rights => ({ userType, accessIds: ids })

describe("the guards of the routes", () => {
  it("know exactly the specified routes", () => {
    expect(table.map(([path]) => path)).toEqual(Object.keys(routes))
  })

  it.each(table.map((row) => [row[0], row[1], row] as const))(
    "of %s let in those the specification names: %s",
    (path, access, [, , onlyType]) => {
      expect(guardRoute(path, null)).toBe(access === "public" ? "show" : "signIn")
      for (const userType of types) {
        const typeAllows = onlyType === undefined || onlyType === userType
        expect(guardRoute(path, rights(userType, all))).toBe(typeAllows ? "show" : "denied")
        for (const id of all) {
          const holds = access === "public" || access === "anyone" || accessIds[access] === id
          expect(guardRoute(path, rights(userType, [id]))).toBe(holds && typeAllows ? "show" : "denied")
        }
        const openToAll = access === "public" || access === "anyone"
        expect(guardRoute(path, rights(userType, []))).toBe(openToAll ? "show" : "denied")
      }
    },
  )
})

describe("the links of the navigation bar", () => {
  it("have the specified groups, order and casing", () => {
    expect(navigation.map(({ group, links }) => [group, links.map(({ label }) => label)])).toEqual([
      ["outreach", ["sms", "ivr", "campaign", "Schedule", "report"]],
      ["schedule", ["appointment", "location"]],
      ["Super Admin", ["User", "Appointment", "Global"]],
    ])
  })

  it("lead where the specification says, and never to the pages it draws no link for", () => {
    const paths: ReadonlyArray<RoutePath> = navigation.flatMap(({ links }) => links.map(({ path }) => path))
    expect(paths).toEqual([
      "/sms",
      "/ivr",
      "/campaign",
      "/scheduler",
      "/report",
      "/appointment",
      "/location",
      "/user",
      "/bookAppointment",
      "/global",
    ])
    for (const unlinked of ["/multi", "/translate", "/database"] as const) expect(paths).not.toContain(unlinked)
  })

  it("are drawn only to pages that exist and may be seen", () => {
    for (const [path] of table) {
      for (const userType of types) {
        expect(isLinked(path, rights(userType, all))).toBe(
          routes[path].page && guardRoute(path, rights(userType, all)) === "show",
        )
        if (routes[path].access !== 0 && routes[path].access !== "public")
          expect(isLinked(path, rights(userType, []))).toBe(false)
      }
    }
  })
})
