import { Result } from "effect"
import sms from "sms-segments-calculator"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { PatientId } from "#schemas/ids.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import type { Addressee } from "#server/outreach/recipients/assess.rule.ts"
import {
  commonVariables,
  readMessage,
  renderMessage,
  variableProblems,
  type Message,
} from "#server/outreach/templates/message.rule.ts"
import { publishProblems } from "#server/outreach/templates/publish.rule.ts"
import { lawRules, readyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { segmentCount } from "#server/outreach/templates/segments.rule.ts"

const read = (text: string): Message => Result.getOrThrow(readMessage(text))
const errorIn = (text: string) =>
  Result.match(readMessage(text), { onFailure: (sentence) => sentence, onSuccess: () => null })

describe("a message", () => {
  it("names each variable once, in order, nested and conditional ones too", () => {
    const text = "{{ firstName }} {% if zip %}{{ nextVisit | default: lastName }}{% else %}{{ firstName }}{% endif %}"
    expect(read(text).variables.toSorted()).toEqual(["firstName", "lastName", "nextVisit", "zip"])
  })

  it("writes values as they are, without markup or code", () => {
    const rendered = renderMessage(read("Hi {{ firstName }}!"), { firstName: "O'Brien <b>{{ zip }}</b>" })
    expect(rendered).toEqual({ text: "Hi O'Brien <b>{{ zip }}</b>!", missing: [] })
  })

  it("names a missing value only where one had to be written", () => {
    const message = read('Hi {{ firstName | default: "there" }} {{ lastName }}{% if zip %} {{ zip }}{% endif %}')
    expect(renderMessage(message, { firstName: "", lastName: "Doe", zip: " " })).toEqual({
      text: "Hi there Doe",
      missing: [],
    })
    expect(renderMessage(message, { firstName: null, lastName: "", zip: "" }).missing).toEqual(["lastName"])
  })

  it("reaches nothing but own values", () => {
    for (const text of ["{{ constructor }}", "{{ firstName.constructor }}", "{{ __proto__.x }}", "{{ toString }}"]) {
      expect(renderMessage(read(text), { firstName: "Maria" }).text).toBe("")
    }
  })

  it.each([
    "{% for i in (1..9) %}x{% endfor %}",
    "{% assign x = 1 %}",
    "{% include 'a' %}",
    "{% raw %}{% endraw %}",
    "{% liquid echo 1 %}",
  ])("refuses the tag in %s", (text) => expect(errorIn(text)).toContain("cannot be used in a message"))

  it.each(["{{ firstName | append: zip }}", "{{ firstName | date: '%Y' }}", "{{ firstName | replace: 'a', 'b' }}"])(
    "refuses the filter in %s",
    (text) => expect(errorIn(text)).toContain("cannot be used in a message"),
  )

  it.each(["{{ firstName", "{% if zip %}a", "{{ | }}"])("asks to check the braces of %s", (text) =>
    expect(errorIn(text)).toContain("check the braces"),
  )

  it("refuses a text longer than any message may be, before reading it", () =>
    expect(errorIn("x".repeat(3_201))).toBe("Message is longer than 3200 characters before rendering."))

  it("suggests the variable that was meant", () => {
    const known = [...commonVariables, "nextVisit"]
    expect(variableProblems(read("{{ firstNmae }} {{ next_visit }} {{ xyz }}"), known)).toEqual([
      "{{ firstNmae }} is not a known variable. Did you mean {{ firstName }}?",
      "{{ next_visit }} is not a known variable. Did you mean {{ nextVisit }}?",
      "{{ xyz }} is not a known variable.",
    ])
  })
})

describe("a part of a value", () => {
  it.each([
    "{{ firstName.constructor }}",
    "{{ firstName[zip] }}",
    "{{ lastName | default: firstName.x }}",
    "{% if firstName.size > 3 %}x{% endif %}",
  ])("is a problem that names the variable: %s", (text) => {
    expect(variableProblems(read(text), commonVariables)).toEqual([
      "{{ firstName }} has no parts. Write it without a dot and without brackets, or nothing would stand in its place.",
    ])
  })
})

describe("publishing", () => {
  const context = { companyName: "Northwind Clinics", known: commonVariables, parameters: [] }
  const good = "{{ companyName }}: please rate your visit, {{ firstName }}. Reply STOP to opt out."

  it("takes a text that names the company and how to opt out", () => {
    expect(publishProblems(good, context)).toEqual([])
    expect(publishProblems("Northwind Clinics asks: all well? Text STOP to quit", context)).toEqual([])
    expect(publishProblems("{{ companyName }}. Responda ALTO para no recibir más.", context)).toEqual([])
  })

  it("refuses single braces in a value of the link as well", () => {
    const parameters = [{ key: "who", value: "{firstName}", in: "query" } as const]
    expect(publishProblems(`${good} https://a.example/x`, { ...context, parameters })).toEqual([
      "{firstName} would be sent as it stands. Write {{ firstName }} for the value.",
    ])
  })

  it("leaves places of a link and words no one takes for a variable alone", () => {
    const parameters = [{ key: "firstName", value: "x", in: "path" } as const]
    expect(
      publishProblems(`${good} https://a.example/{firstName} {see below} {smile} {firstNmae}`, {
        ...context,
        parameters,
      }),
    ).toEqual([])
  })

  it.each([
    ["Hello {{ firstName }}. Reply STOP to opt out.", "Name the company, for example: {{ companyName }}."],
    ["{{ companyName }}: don't stop now!", "Add how to opt out, for example: Reply STOP to opt out."],
    [`${good}${"x".repeat(1_600)}`, "Message is longer than 1600 characters."],
    [`${good} Hi { FIRSTNAME }`, "{FIRSTNAME} would be sent as it stands. Write {{ firstName }} for the value."],
    [`${good} Hi {firstName}`, "{firstName} would be sent as it stands. Write {{ firstName }} for the value."],
    [
      `${good} https://maria:x@a.example`,
      "The link to a.example holds a user name or a password, which everyone could read. Take it out.",
    ],
    [`${good} {{ firstNmae }}`, "{{ firstNmae }} is not a known variable. Did you mean {{ firstName }}?"],
  ])("refuses %s", (text, sentence) => expect(publishProblems(text, context)).toEqual([sentence]))
})

describe("segments", () => {
  it.each([
    ["a".repeat(160), 1, 0, "GSM-7"],
    ["a".repeat(161), 2, 145, "GSM-7"],
    ["€".repeat(81), 2, 144, "GSM-7"],
    ["á".repeat(70), 1, 0, "UCS-2"],
    ["á".repeat(71), 2, 63, "UCS-2"],
  ])("of %s", (text, segments, left, encoding) => {
    expect(segmentsOf(text)).toMatchObject({ segments, left, encoding })
  })

  it("names the characters that force the short form, each once", () => {
    expect(segmentsOf("“Hi” she said – “bye”").nonGsm).toEqual(["“", "”", "–"])
  })

  it("are counted quickly as the carrier's library counts them", () => {
    const pieces = [
      "a",
      "Z",
      " ",
      "0",
      "@",
      "£",
      "\n",
      "\r\n",
      "€",
      "[",
      "á",
      "ñ",
      "–",
      "“",
      "ł",
      "👍",
      "👍🏽",
      "e\u0301",
      "中",
      "\t",
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 330 }), (parts) => {
        const text = parts.join("")
        expect(segmentCount(text)).toBe(Math.max(1, new sms.SegmentedMessage(text).segmentsCount))
      }),
      { numRuns: 150 },
    )
  })
})

describe("an assessment", () => {
  const person: Addressee = {
    patientId: PatientId.make(1),
    firstName: "Maria",
    lastName: "Lopez",
    externalId: null,
    language: null,
    zip: null,
    phone: "+14155550123",
    phoneKind: "mobile",
    timezone: "America/New_York",
    addressCountry: null,
    custom: { nextVisit: "Friday", firstName: "Mallory" },
    consent: "unknown",
  }
  const message = Result.getOrThrow(
    textChannel.read({
      text: "Hi {{ firstName }}, {{ companyName }} sees you {{ nextVisit }}.",
      parameters: [],
      translations: [],
    }),
  )
  const when = { now: Date.parse("2026-06-01T16:00:00Z"), rules: readyRules(lawRules) }
  const judge = (over: Partial<Addressee>, taken: ReadonlySet<string> = new Set(), at = when) =>
    textChannel.assess(message, { ...person, ...over }, { companyName: "Northwind", bookingLink: "" }, at, taken)

  it("renders for one who may get it; columns of a list never replace a person's own fields", () => {
    expect(judge({})).toEqual({
      eligible: true,
      language: null,
      phone: "+14155550123",
      body: "Hi Maria, Northwind sees you Friday.",
      cost: 1,
      release: { at: null, zone: "America/New_York" },
    })
  })

  it.each([
    ["optedOut", { consent: "revoked" }],
    ["unclearReply", { consent: "unclear" }],
    ["noPhone", { phone: null }],
    ["landline", { phoneKind: "landline" }],
    ["otherCountry", { phone: "+14165550123" }],
    ["otherCountry", { phone: "+870773111632" }],
    ["tooLong", { custom: { nextVisit: "x".repeat(1_600) } }],
  ] as const)("excludes for %s", (reason, over) => expect(judge(over)).toEqual({ eligible: false, reason }))

  it("says which values are missing of whom it excludes for that", () =>
    expect(judge({ custom: {} })).toEqual({ eligible: false, reason: "missingVariable", missing: ["nextVisit"] }))

  it("excludes people for whose zones no hour of the day suits", () => {
    const rules = readyRules({ ...lawRules, textCountries: ["RU"], from: "09:00", to: "12:00" })
    const person = { phone: "+79161234567", timezone: null }
    expect(judge(person, new Set(), { ...when, rules })).toEqual({ eligible: false, reason: "noCommonHours" })
  })

  it("gives a number's message to the first who can get it", () => {
    expect(judge({}, new Set(["+14155550123"]))).toEqual({ eligible: false, reason: "duplicatePhone" })
  })
})
