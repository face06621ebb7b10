import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { columnNames, guessMapping, judgeMapping, sameColumns } from "#server/people/imports/columns.rule.ts"
import { mappableFields } from "#schemas/people/import.ts"
import { variableNames } from "#schemas/people/variableNames.ts"

const guess = (...headers: ReadonlyArray<string>) => guessMapping(headers).map(({ target }) => target)

describe("headers", () => {
  it("are recognised as other systems write them", () => {
    expect(
      guess(
        "MRN",
        "First Name",
        "LAST_NAME",
        "Mobile #",
        "Date of Birth",
        "Preferred Language",
        "ZIP Code",
        "E-mail",
        "Timezone",
      ),
    ).toEqual(["externalId", "firstName", "lastName", "phone", "dob", "language", "zip", "email", "timezone"])
    expect(guess("patient_id", "fname", "lname", "phone_number")).toEqual([
      "externalId",
      "firstName",
      "lastName",
      "phone",
    ])
  })

  it("give a field to the likeliest of several columns", () => {
    expect(guess("Home Phone", "Cell", "id", "Patient ID")).toEqual(["custom", "phone", "custom", "externalId"])
  })

  it("leave secrets out and keep what is not recognised", () => {
    expect(guess("SSN", "Clinic")).toEqual(["ignore", "custom"])
  })

  it("get names where they have none, and numbers where they repeat", () => {
    expect(columnNames(["Phone", " phone ", "", "Next\n visit"])).toEqual([
      "Phone",
      "phone (2)",
      "Column 3",
      "Next visit",
    ])
  })

  it("are variables under names that templates can hold, each its own, none a patient field", () => {
    expect(variableNames(["Next visit", "next-visit", "2nd phone", "first name", "Prénom", "!"])).toEqual([
      "nextVisit",
      "nextVisit2",
      "column32ndPhone",
      "firstName2",
      "prenom",
      "column6",
    ])
    expect(variableNames(["DEATHDATE", "HEALTHCARE_EXPENSES", "MRN", "LAST VISIT", "NextVisit", "CANDIDATE"])).toEqual([
      "deathDate",
      "healthcareExpenses",
      "mrn",
      "lastVisit",
      "nextVisit",
      "candidate",
    ])
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { maxLength: 30 }), (headers) => {
        const names = variableNames(headers)
        expect(new Set([...names, ...mappableFields]).size).toBe(headers.length + mappableFields.length)
        for (const name of names) expect(name).toMatch(/^[A-Za-z]\w{0,39}$/)
      }),
    )
  })
})

describe("a mapping", () => {
  const judge = (
    columns: ReadonlyArray<string>,
    ...targets: ReadonlyArray<"phone" | "externalId" | "firstName" | "ignore">
  ) =>
    Result.match(
      Result.flatMap(
        sameColumns(
          columns.map((header) => ({ header })),
          targets.map((target, index) => ({ header: ["A", "B", "C"][index] ?? "", target })),
        ),
        judgeMapping,
      ),
      { onFailure: ({ message }) => message, onSuccess: (mapping) => mapping.length },
    )

  it("is taken when it has the file's columns and someone can be recognised by it", () => {
    expect(judge(["A", "B"], "phone", "ignore")).toBe(2)
    expect(judge(["A", "B"], "externalId", "firstName")).toBe(2)
  })

  it("is refused without phone and patient id, with a field twice, and for another file", () => {
    expect(judge(["A", "B"], "firstName", "ignore")).toBe("The file has no phone or patient id column.")
    expect(judge(["A", "B"], "phone", "phone")).toBe('The columns "A" and "B" cannot both be the same field.')
    expect(judge(["A", "C"], "phone", "ignore")).toBe("These are not the columns of this file. Upload the file again.")
    expect(judge(["A"], "phone", "ignore")).toBe("These are not the columns of this file. Upload the file again.")
  })

  it("is refused at the columns that are wrong", () => {
    const fields = (...targets: ReadonlyArray<"phone" | "firstName">) =>
      Result.match(judgeMapping(targets.map((target, index) => ({ header: "ABC"[index] ?? "", target }))), {
        onFailure: ({ errors }) => errors?.map(({ field }) => field),
        onSuccess: () => [],
      })
    expect(fields("phone", "firstName", "phone")).toEqual(["mapping.0", "mapping.2"])
    expect(fields("firstName", "firstName")).toEqual(["mapping.0", "mapping.1"])
    expect(fields("firstName")).toEqual(["mapping"])
  })
})
