import { expect, test } from "vitest"
import { pageLanguage, writtenIn } from "#server/scheduling/patientBooking/patientBooking.rule.ts"
import { defaultText } from "#server/scheduling/texts/defaultTexts.rule.ts"
import { TextKind } from "#schemas/scheduling/appointmentText.ts"

test("a template’s text says in which language it is, and its placeholders do not", () => {
  for (const kind of TextKind.literals) {
    expect(writtenIn(defaultText(kind, ["es"]).text)).toBe("es")
    expect(writtenIn(defaultText(kind, ["en"]).text)).toBe("en")
  }
  expect(writtenIn("Reserve su cita aquí: {{ bookingLink }}")).toBe("es")
  expect(writtenIn("Book your visit here: {{ bookingLink }}")).toBe("en")
  expect(writtenIn("{{ bookingLink }}")).toBeUndefined()
  expect(writtenIn("{% if firstName %}{{ your }}{% endif %} Northwind {{ bookingLink }}")).toBeUndefined()
})

test("the page speaks the person’s language, else the text’s, else the company’s", () => {
  const spanish = "Reserve su cita aquí: {{ bookingLink }}"
  expect(pageLanguage({ patient: "English", template: spanish, company: ["es"] })).toBe("en")
  expect(pageLanguage({ patient: "español", template: null, company: ["en"] })).toBe("es")
  expect(pageLanguage({ patient: null, template: spanish, company: ["en"] })).toBe("es")
  expect(pageLanguage({ patient: " ", template: spanish, company: ["en"] })).toBe("es")
  expect(pageLanguage({ patient: null, template: null, company: ["es", "en"] })).toBe("es")
  expect(pageLanguage({ patient: null, template: null, company: [] })).toBe("en")
})
