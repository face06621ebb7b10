import { Cause, Exit, Result, Schema } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"
import { fieldErrorsOf } from "#schemas/fieldErrors.ts"
import { HashedId, Instant, SerialFromString } from "#schemas/ids.ts"
import { listQuery } from "#schemas/reply.ts"

const errorsIn = (schema: Schema.Codec<unknown, unknown>, value: unknown) => {
  const exit = Schema.decodeUnknownExit(schema, { errors: "all", onExcessProperty: "error" })(value)
  const failure = Exit.isFailure(exit) ? Cause.findError(exit.cause) : undefined
  if (failure === undefined || !Result.isSuccess(failure)) throw new Error("Nothing is wrong with it.")
  return fieldErrorsOf(failure.success.issue).map(({ field, message }) => [field, message])
}
const between = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000 }))
const list = Schema.Struct(listQuery({ states: ["draft", "done"], columns: ["name", "people"] }))

describe("the sentence for a wrong value", () => {
  it.each([
    [between, "x", "Enter a whole number from 1 to 2,000."],
    [between, 1.5, "Enter a whole number from 1 to 2,000."],
    [between, 0, "Enter a whole number from 1 to 2,000."],
    [Schema.NullOr(between), 3_000, "Enter a whole number from 1 to 2,000."],
    [Schema.Number, "x", "Enter a number."],
    [Schema.Int.check(Schema.isGreaterThanOrEqualTo(3)), 1, "Enter a whole number of at least 3."],
    [SerialFromString, "1e3", "Enter a whole number from 1 to 2,147,483,647."],
    [Schema.NullOr(Schema.String), 5, "Enter text."],
    [Schema.String.check(Schema.isMaxLength(80)), "x".repeat(81), "Enter at most 80 characters."],
    [Schema.Trim.check(Schema.isMinLength(2), Schema.isMaxLength(9)), "x", "Enter 2 to 9 characters."],
    [Schema.Literals(["csv", "xlsx"]), "pdf", "Choose one of: csv, xlsx."],
    [Schema.NullOr(Schema.Literals(["csv", "xlsx"])), 5, "Choose one of: csv, xlsx."],
    [Schema.Union([Schema.Literals(["a", "b"]), Schema.Literal("c")]), "d", "Choose one of: a, b, c."],
    [Schema.Literal("true"), "false", "Enter true."],
    [Schema.Boolean, "yes", "Enter true or false."],
    [Schema.Array(Schema.String), {}, "Enter a list."],
    [Schema.Struct({ a: Schema.String }), null, "Enter an object with named fields."],
    [HashedId, "7", "Enter the public id as a list of these things gives it."],
    [Instant, "tomorrow", "Enter a time in UTC, for example 2026-03-01T14:30:00Z."],
    [Schema.String.check(Schema.isMinLength(1, { message: "Enter a name." })), 5, "Enter a name."],
  ] as ReadonlyArray<readonly [Schema.Codec<unknown, unknown>, unknown, string]>)(
    "%#: of %j",
    (schema, value, said) => {
      expect(errorsIn(Schema.Struct({ place: schema }), { place: value })).toEqual([["place", said]])
    },
  )

  it("stands once for each field, the missing and the unknown ones too, however deep", () => {
    const schema = Schema.Struct({ rows: Schema.Array(Schema.Struct({ name: Schema.String, count: between })) })
    expect(
      errorsIn(schema, {
        rows: [
          { name: 1, count: 0 },
          { count: 5, more: 1 },
        ],
        other: 1,
      }),
    ).toEqual([
      ["other", "There is no such field here. Leave it out."],
      ["rows.0.name", "Enter text."],
      ["rows.0.count", "Enter a whole number from 1 to 2,000."],
      ["rows.1.more", "There is no such field here. Leave it out."],
      ["rows.1.name", "This field is missing."],
    ])
  })

  it("says how a list is paged and ordered", () => {
    expect(errorsIn(list, { pageSize: "201", sort: "-nme", state: "gone" })).toEqual([
      ["pageSize", "Enter a whole number from 1 to 200."],
      ["state", "Choose one of: draft, done."],
      ["sort", "Choose one of: name, people; put - before it for the other way round."],
    ])
  })

  it("is not said a million times", () => {
    expect(errorsIn(Schema.Array(Schema.String), Array(100_000).fill(1))).toHaveLength(100)
  })
})

describe("how numbers are written", () => {
  afterEach(() => void vi.restoreAllMocks())

  it("is looked up when a number is first said: a page that says none does not wait for it", async () => {
    vi.resetModules()
    const made = vi.spyOn(Intl, "NumberFormat")
    await import("#schemas/fieldErrors.ts")
    expect(made).not.toHaveBeenCalled()
  })
})
