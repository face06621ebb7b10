import { describe, expect, it } from "vitest"
import { accessIds, type UserType } from "#schemas/access.ts"
import { whyNotChanged, whyNotGiven, whyNotType } from "#schemas/administration/givenRights.ts"

const all = Object.values(accessIds)
const types: ReadonlyArray<UserType> = [1, 2, 3]

describe("which rights can be given", () => {
  it("is, for each of the seventeen, what the giver, the getter and the company allow", () => {
    for (const giver of types)
      for (const getter of types)
        for (const id of all)
          for (const isBought of [true, false])
            for (const holds of [true, false]) {
              const features = isBought ? all : all.filter((one) => one !== id)
              const rights = { userType: giver, accessIds: holds ? [id] : [] }
              const lawful = isBought && (id !== 13 || getter === 1) && (giver === 1 || holds)
              expect(whyNotGiven(rights, { userType: getter, features }, id) === undefined).toBe(lawful)
            }
  })

  it("names no type above the giver's own, and Super Admins of the own company alone", () => {
    const given = types.map((giver) =>
      types.filter((type) => whyNotType({ userType: giver, accessIds: [] }, true, type) === undefined),
    )
    expect(given).toEqual([[1, 2, 3], [2, 3], [3]])
    const elsewhere = types.filter((type) => whyNotType({ userType: 1, accessIds: [] }, false, type) === undefined)
    expect(elsewhere).toEqual([2, 3])
  })

  it("lets no one change themselves or someone above", () => {
    const giver = (userId: number, userType: UserType) => ({ userId, userType, accessIds: [8] })
    expect(whyNotChanged(giver(1, 1), { userId: 1, userType: 1 })).toContain("your own account")
    expect(whyNotChanged(giver(1, 2), { userId: 2, userType: 1 })).toContain("ranks above you")
    expect(whyNotChanged(giver(1, 2), { userId: 2, userType: 2 })).toBeUndefined()
    expect(whyNotChanged(giver(1, 1), { userId: 2, userType: 3 })).toBeUndefined()
  })
})
