import { expect, it } from "vitest"
import { CompanyDraft, mostPronunciations } from "#schemas/administration/companyDraft.ts"
import { validatorOf } from "#schemas/validate.ts"
import { company } from "#tests/support/contractRequests.ts"

const validate = validatorOf(CompanyDraft)
const errorsOf = (...pronunciations: ReadonlyArray<{ readonly word: string; readonly saidAs: string }>) =>
  validate({ ...company, pronunciations })

it.each([
  [{ word: " ", saidAs: "Win" }, "word", "Enter the word or words, in 1 to 60 characters."],
  [{ word: "N".repeat(61), saidAs: "Win" }, "word", "Enter the word or words, in 1 to 60 characters."],
  [{ word: "Nguyen", saidAs: "" }, "saidAs", "Write how it is said, in 1 to 120 characters."],
  [{ word: "Nguyen", saidAs: "W".repeat(121) }, "saidAs", "Write how it is said, in 1 to 120 characters."],
])("a word that is not well written is refused at its field: %j", (wrong, field, message) => {
  expect(errorsOf({ word: "Muñoz", saidAs: "Moon yose" }, wrong)).toEqual([
    { field: `pronunciations.1.${field}`, message },
  ])
})

it("a word stands in the list once, in whatever case", () => {
  expect(errorsOf({ word: "Nguyen", saidAs: "Win" }, { word: " NGUYEN ", saidAs: "Noo yen" })).toEqual([
    { field: "pronunciations.1.word", message: "This word stands here twice." },
  ])
})

it("a company has at most 200 words", () => {
  const words = Array.from({ length: mostPronunciations + 1 }, (_, place) => ({ word: `Word ${place}`, saidAs: "it" }))
  expect(errorsOf(...words.slice(1))).toEqual([])
  expect(errorsOf(...words)).toEqual([{ field: "pronunciations", message: "A company has at most 200 words." }])
})
