import fc from "fast-check"
import { getExampleNumber, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/max"
import examples from "libphonenumber-js/mobile/examples"
import { describe, expect, it } from "vitest"
import { decidedOrder, type DateOrder } from "#schemas/people/dateOrder.ts"
import {
  dateKindOf,
  readCountry,
  readDate,
  readLanguage,
  readPhone,
  readZip,
  readZone,
} from "#server/people/imports/cells.rule.ts"

const value = (reading: object) => ("value" in reading ? reading.value : undefined)

describe("phones", () => {
  it("are kept in E.164 with their kind", () => {
    expect(value(readPhone("(415) 555-2671", "US"))).toEqual({ phone: "+14155552671", phoneKind: "unknown" })
    expect(value(readPhone("+44 7911 123456", "US"))).toEqual({ phone: "+447911123456", phoneKind: "mobile" })
    expect(value(readPhone("020 7946 0958", "GB"))).toEqual({ phone: "+442079460958", phoneKind: "landline" })
    expect(value(readPhone("+1 500 555 0006", "US"))).toEqual({ phone: "+15005550006", phoneKind: "unknown" })
  })

  it("say when a spreadsheet spoiled them, and when no one could be texted", () => {
    expect(readPhone("4.15555E+09", "US")).toMatchObject({ error: expect.stringContaining("spreadsheet") })
    expect(readPhone("415-555-2671 ext. 12", "US")).toMatchObject({ error: expect.stringContaining("extension") })
  })

  it("are of the library's kind everywhere in the North American plan, whatever their last four digits", () => {
    const areaCode = fc.oneof(fc.integer({ min: 200, max: 999 }), fc.constantFrom(246, 876, 500, 800, 900, 305))
    const line = fc.integer({ min: 0, max: 9_999 }).map((number) => String(number).padStart(4, "0"))
    const kindOf = (type: string | undefined) =>
      ({ MOBILE: "mobile", FIXED_LINE: "landline", VOIP: "voip" })[type ?? ""] ?? "unknown"
    fc.assert(
      fc.property(areaCode, fc.integer({ min: 200, max: 999 }), fc.tuple(line, line), (area, exchange, lines) => {
        for (const last of lines) {
          const parsed = parsePhoneNumberFromString(`+1${area}${exchange}${last}`)
          const read = value(readPhone(`(${area}) ${exchange}-${last}`, "US"))
          expect(read).toEqual(
            parsed?.isValid() === true ? { phone: parsed.number, phoneKind: kindOf(parsed.getType()) } : undefined,
          )
        }
      }),
      { numRuns: 5_000 },
    )
  })

  it("are valid exactly when the library says so, in every country and notation", () => {
    const country = fc.constantFrom(...(Object.keys(examples) as Array<CountryCode>))
    const digits = fc.stringMatching(/^\d{3,13}$/)
    fc.assert(
      fc.property(
        country,
        fc.option(digits),
        fc.constantFrom("national", "international", "bare"),
        (code, random, form) => {
          const example = getExampleNumber(code, examples)
          const text =
            random ??
            (form === "national"
              ? example?.formatNational()
              : form === "international"
                ? example?.formatInternational()
                : example?.number) ??
            ""
          const parsed = parsePhoneNumberFromString(text, { defaultCountry: code, extract: false })
          const read = value(readPhone(text, code)) as { readonly phone: string } | undefined
          expect(read?.phone).toBe(parsed?.isValid() === true ? parsed.number : undefined)
          if (read !== undefined) expect(value(readPhone(read.phone, "US"))).toMatchObject({ phone: read.phone })
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const orders: ReadonlyArray<DateOrder> = ["monthFirst", "dayFirst"]

describe("dates", () => {
  it("are read as ISO and as people in the US write them", () => {
    for (const text of [
      "1980-02-03",
      "1980-2-3",
      "2/3/1980",
      "02/03/1980",
      "2-3-1980",
      "1980-02-03T00:00:00",
      "1980-02-03 00:00",
    ]) {
      expect(value(readDate(text, "2026-11-21", "monthFirst"))).toBe("1980-02-03")
    }
  })

  it("must be days on which a living person can have been born", () => {
    for (const text of [
      "1980-02-30",
      "13/01/1980",
      "2/3/80",
      "3 Feb 1980",
      "2026-11-22",
      "1850-01-01",
      "1980-02-03T14:00:00",
      "",
    ]) {
      expect(readDate(text, "2026-11-21", "monthFirst")).toHaveProperty("error")
    }
    expect(value(readDate("2/29/2000", "2026-11-21", "monthFirst"))).toBe("2000-02-29")
    expect(readDate("2/29/1900", "2026-11-21", "monthFirst")).toHaveProperty("error")
  })

  it("are the calendar's, for every day", () => {
    const day = fc.date({
      min: new Date("1881-01-01T00:00:00Z"),
      max: new Date("2026-11-20T00:00:00Z"),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10)
        const [year, month, dayOfMonth] = iso.split("-").map(Number)
        for (const order of orders) expect(value(readDate(iso, "2026-11-21", order))).toBe(iso)
        expect(value(readDate(`${month}/${dayOfMonth}/${year}`, "2026-11-21", "monthFirst"))).toBe(iso)
        expect(value(readDate(`${dayOfMonth}-${month}-${year}`, "2026-11-21", "dayFirst"))).toBe(iso)
      }),
    )
  })
})

describe("the order of day and month", () => {
  it.each([
    ["12/25/1980", "monthFirst"],
    ["2-29-2000", "monthFirst"],
    ["25/12/1980", "dayFirst"],
    ["31-1-1980", "dayFirst"],
    ["03/04/1980", "either"],
    ["12/1/1980", "either"],
    ["04/04/1980", undefined],
    ["13/13/1980", undefined],
    ["30/2/1980", undefined],
    ["2/29/1900", undefined],
    ["0/5/1980", undefined],
    ["1980-03-04", undefined],
    ["03/04/80", undefined],
    ["", undefined],
  ] as const)("is said by %j as %s", (text, kind) => expect(dateKindOf(text)).toBe(kind))

  it.each([
    [0, 0, undefined],
    [3, 0, "monthFirst"],
    [0, 1, "dayFirst"],
    [900, 1, undefined],
  ] as const)(
    "of %i dates that need the month first and %i that need the day first is %s",
    (monthFirst, dayFirst, order) => expect(decidedOrder({ monthFirst, dayFirst, either: 5 })).toBe(order),
  )

  it("names the other order to a date that does not fit, and the own one to what is no date", () => {
    expect(readDate("25/12/1980", "2026-11-21", "monthFirst")).toEqual({
      error: "This date has the day first; this column is read with the month first.",
    })
    expect(readDate("12/25/1980", "2026-11-21", "dayFirst")).toEqual({
      error: "This date has the month first; this column is read with the day first.",
    })
    expect(readDate("30/2/1980", "2026-11-21", "dayFirst")).toEqual({ error: "This day does not exist." })
    expect(readDate("soon", "2026-11-21", "dayFirst")).toEqual({
      error: "Enter a date as 1980-12-31 or 31/12/1980.",
    })
  })

  it("is never found against a date that only one order allows, and reads every date of one writer as meant", () => {
    const day = fc.date({
      min: new Date("1881-01-01T00:00:00Z"),
      max: new Date("2026-11-20T00:00:00Z"),
      noInvalidDate: true,
    })
    const written = (date: Date, order: DateOrder) => {
      const [month, dayOfMonth] = [date.getUTCMonth() + 1, date.getUTCDate()]
      return `${order === "monthFirst" ? `${month}/${dayOfMonth}` : `${dayOfMonth}/${month}`}/${date.getUTCFullYear()}`
    }
    const column = fc.array(fc.tuple(day, fc.constantFrom(...orders)), { maxLength: 12 })
    fc.assert(
      fc.property(column, fc.option(fc.constantFrom(...orders)), (dates, writer) => {
        const cells = dates.map(([date, order]) => ({ date, text: written(date, writer ?? order) }))
        const counts = { monthFirst: 0, dayFirst: 0, either: 0 }
        for (const { text } of cells) counts[dateKindOf(text) ?? "either"] += 1
        const found = decidedOrder(counts)
        if (found === undefined) return
        if (writer !== null) expect(found).toBe(writer)
        for (const { text, date } of cells) {
          const [mine, other] = [found, orders.find((one) => one !== found) ?? found].map((order) =>
            value(readDate(text, "2026-12-31", order)),
          )
          // Whatever only one order allows is the day that was meant; what it refuses, the other one must not take.
          if (mine === undefined) expect(other).toBeUndefined()
          if (other === undefined || writer !== null) expect(mine).toBe(date.toISOString().slice(0, 10))
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe("languages, postal codes and zones", () => {
  it("take languages as tags and by name, to the base language", () => {
    const wanted = {
      "es-MX": "es",
      ES: "es",
      spanish: "es",
      zh_Hans_CN: "zh",
      Vietnamese: "vi",
      iw: "he",
      tl: "fil",
      Hmong: "hmn",
    }
    for (const [text, language] of Object.entries(wanted)) expect(value(readLanguage(text))).toBe(language)
    for (const text of ["xx", "none", "und", "12", "x".repeat(40), "es<script>"])
      expect(readLanguage(text)).toHaveProperty("error")
  })

  it("put back the zeros that spreadsheets drop from ZIP codes", () => {
    expect(value(readZip("2139", "US"))).toBe("02139")
    expect(value(readZip("501", "US"))).toBe("00501")
    expect(value(readZip("021391234", "US"))).toBe("02139-1234")
    for (const text of ["12", "123456", "9411O", "2139-1234"]) expect(readZip(text, "US")).toHaveProperty("error")
    expect(value(readZip("ec1a 1bb", "GB"))).toBe("EC1A 1BB")
  })

  it("take zones by IANA name only", () => {
    expect(value(readZone("america/chicago"))).toBe("America/Chicago")
    for (const text of ["EST", "+05:00", "Chicago", "America/Nowhere"]) expect(readZone(text)).toHaveProperty("error")
  })

  it("take countries by code and by English name", () => {
    for (const text of ["US", "us", "United States", "USA", "u.s.a."]) expect(value(readCountry(text))).toBe("US")
    expect(value(readCountry("Mexico"))).toBe("MX")
    expect(value(readCountry("uk"))).toBe("GB")
    expect(value(readCountry("Germany"))).toBe("DE")
    for (const text of ["", "Elbonia", "U", "840", "DD", "SU", "EU"]) expect(readCountry(text)).toHaveProperty("error")
  })
})
