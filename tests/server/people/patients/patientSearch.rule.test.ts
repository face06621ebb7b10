import { describe, expect, it } from "vitest"
import { patientSearch } from "#server/people/patients/patientSearch.rule.ts"

const search = (text: string, country = "US") => patientSearch(text, country)

describe("a search", () => {
  it("asks for names in either order, without accents and case", () => {
    expect(search("María LÓPEZ")).toEqual(
      expect.arrayContaining([
        [
          ["first_key", "maria"],
          ["last_key", "lopez"],
        ],
        [
          ["last_key", "maria"],
          ["first_key", "lopez"],
        ],
        [["last_key", "maria lopez"]],
      ]),
    )
    expect(search("Lopez, Mar")).toContainEqual([
      ["last_key", "lopez"],
      ["first_key", "mar"],
    ])
  })

  it("asks for telephone numbers with and without the country's code", () => {
    expect(search("(415) 555")).toEqual(expect.arrayContaining([[["phone", "+415555"]], [["phone", "+1415555"]]]))
    expect(search("020 7", "GB")).toContainEqual([["phone", "+440207"]])
    expect(search("+1415")).toContainEqual([["phone", "+1415"]])
    expect(search("12")).toEqual([[["identity", "e:12"]]])
  })

  it("asks for patient ids by their beginning, and for no one when nothing is typed", () => {
    expect(search("MRN-10")).toContainEqual([["identity", "e:mrn-10"]])
    expect(search("  ")).toEqual([])
  })
})
