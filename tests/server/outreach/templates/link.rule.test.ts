import fc from "fast-check"
import { Result } from "effect"
import { describe, expect, it } from "vitest"
import {
  findLink,
  linkProblems,
  withParameters,
  writtenLinkProblems,
  type PlacedValue,
} from "#server/outreach/templates/link.rule.ts"
import { readMessage, renderMessage } from "#server/outreach/templates/message.rule.ts"

const query = (key: string, value: string): PlacedValue => ({ key, value, in: "query" })
const path = (key: string, value: string): PlacedValue => ({ key, value, in: "path" })
const message = (text: string, ...parameters: Parameters<typeof readMessage>[1] & {}) =>
  Result.getOrThrow(readMessage(text, parameters))

describe("the link of a message", () => {
  it.each([
    ["Book at https://clinic.example/a?b=1#c. Thank you", "https://clinic.example/a?b=1#c"],
    ["(see https://clinic.example/book)", "https://clinic.example/book"],
    ["HTTPS://Clinic.example/x, or https://other.example", "HTTPS://Clinic.example/x"],
    ["https://clinic.example/{visit}", "https://clinic.example/{visit}"],
    ["请访问 https://clinic.example/a。回复“退订”", "https://clinic.example/a"],
    ["http://clinic.example only", undefined],
    ["no link", undefined],
  ])("is the first that begins with https: %s", (text, url) => expect(findLink(text)?.url).toBe(url))

  it("keeps what it holds, and gets its parameters in their order, encoded, before the fragment", () => {
    expect(withParameters("https://a.example/b", [query("x", "1"), query("a b", "ä&=#")])).toBe(
      "https://a.example/b?x=1&a+b=%C3%A4%26%3D%23",
    )
    expect(withParameters("https://a.example/?q=a%20b#top", [query("x", "1")])).toBe(
      "https://a.example/?q=a%20b&x=1#top",
    )
    expect(withParameters("https://a.example/{clinic}/{clinic}", [path("clinic", "North/West $& 1")])).toBe(
      "https://a.example/North%2FWest%20%24%26%201/North%2FWest%20%24%26%201",
    )
    expect(withParameters("https://a.example/#x", [])).toBe("https://a.example/#x")
  })

  it("reads back as what was put in, whatever the values are", () => {
    const anything = fc.string({ unit: "binary" }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(fc.array(fc.tuple(anything, anything)), fc.boolean(), (pairs, hasQuery) => {
        const before = hasQuery ? "https://a.example/b?kept=1" : "https://a.example/b"
        const url = withParameters(
          `${before}#end`,
          pairs.map(([key, value]) => query(key, value)),
        )
        const read = new URL(url)
        expect([...read.searchParams]).toEqual([...(hasQuery ? [["kept", "1"]] : []), ...pairs])
        expect([read.host, read.pathname, read.hash]).toEqual(["a.example", "/b", "#end"])
      }),
    )
  })

  it("never lets a value become another address", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
        (value) => {
          const url = new URL(withParameters("https://a.example/x/{place}/y", [path("place", value)]))
          expect([url.host, url.search, url.hash]).toEqual(["a.example", "", ""])
        },
      ),
    )
  })
})

describe("an address that patients cannot reach", () => {
  it.each([
    "https://localhost/x",
    "https://clinic.local",
    "https://metadata.google.internal/",
    "https://intranet/x",
    "https://127.0.0.1",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://10.1.2.3",
    "https://172.16.0.9:8443/",
    "https://192.168.0.1",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1",
    "https://0.0.0.0",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://user@127.0.0.1/",
    "https://localhost./",
  ])("is refused: %s", (url) =>
    expect(writtenLinkProblems(url)).toEqual([expect.stringContaining("patients cannot reach")]),
  )

  it.each([
    "https://clinic.example/x",
    "https://8.8.8.8",
    "https://[2606:4700::1111]/",
    "https://localhost.example.com",
  ])("is not %s", (url) => expect(writtenLinkProblems(url)).toEqual([]))

  it("says of what is no address that it cannot be read", () =>
    expect(writtenLinkProblems("https://")).toEqual([expect.stringContaining("cannot be read")]))
})

describe("the links of a message as it was written", () => {
  const errorsIn = (text: string) => writtenLinkProblems(text)

  it("are all judged, in every branch of the text", () => {
    const text =
      "https://a.example {% if zip %}http://10.1.2.3/x{% else %}https://localhost, or{% endif %} https://b.example."
    expect(errorsIn(text)).toEqual([
      expect.stringContaining("leads to 10.1.2.3"),
      expect.stringContaining("leads to localhost"),
    ])
  })

  it.each(["https://maria:secret@a.example/x", "https://maria@a.example", "https://:secret@a.example"])(
    "hold no user name and no password: %s",
    (url) => expect(errorsIn(url)).toEqual([expect.stringContaining("a user name or a password")]),
  )

  it.each([
    ["www.{{ firstName }}.example.com", "www.{{ firstName }}.example.com"],
    ["{{ firstName }}.example.com/x", "{{ firstName }}.example.com"],
    ["{{ zip }}.example/x", "{{ zip }}.example/x"],
    ["https://{{ firstName }}.example.com/x", "https://{{ firstName }}.example.com"],
  ])("hold no value in what a phone takes for a host: %s", (text, shown) =>
    expect(errorsIn(`See ${text} now`)).toEqual([
      `The link ${shown} has a value in its host name. Write values behind the first slash.`,
    ]),
  )

  it.each([
    "Hi {{ firstName }}.Call us.",
    "Hello {{ firstName }}. www.example.com/{{ zip }}",
    "https://a.example/{{ zip }}.tar.gz?x={{ firstName }}.b.c",
    "{{ firstName }}...",
  ])("may stand next to a value elsewhere: %s", (text) => expect(errorsIn(text)).toEqual([]))

  it.each([
    "https://{{ lastName }}.a.example/x",
    "https://a.example{{ nextVisit }}",
    "https://a.example:{{ port }}/x",
    "https://{{ user }}@a.example/x",
    "https://{clinic}.a.example/x",
    "https://{% if zip %}a{% endif %}.example",
  ])("have no value in their host name: %s", (url) =>
    expect(errorsIn(url)).toEqual([expect.stringContaining("a value in its host name")]),
  )

  it.each([
    ["ftp://maria:secret@a.example/x", "ftp://"],
    ["FTP://a.example", "FTP://"],
    ["javascript://a.example/%0aalert(1)", "javascript://"],
    ["{{ zip }}://maria:secret@a.example", "a value"],
  ])("begin with https:// or http://: %s", (url, start) =>
    expect(errorsIn(`See ${url} now`)).toEqual([`A link begins with ${start}. Write links with https://.`]),
  )

  it.each([
    "https://a.example/{{ lastName }}?v={{ nextVisit }}#{{ zip }}",
    "https://a.example?v={{ nextVisit }}",
    "https://a.example/{clinic}/x",
  ])("may hold values behind it: %s", (url) => expect(errorsIn(url)).toEqual([]))
})

describe("the parameters of a link", () => {
  it("need a link, a place in its path, and room", () => {
    expect(linkProblems(undefined, [])).toEqual([])
    expect(linkProblems(undefined, [query("a", "1")])[0]).toContain("has no link")
    expect(linkProblems("https://a.example", [path("clinic", "1")])[0]).toContain("no place {clinic}")
    expect(linkProblems("https://a.example/{clinic}", [path("clinic", "1")])).toEqual([])
    expect(linkProblems("https://a.example", [query("a", "ä".repeat(350))])).toEqual([
      "The link is longer than 2000 characters.",
    ])
  })

  it.each([
    ["ftp://maria:secret@a.example", "A link begins with ftp://. Write links with https://."],
    ["https://maria:secret@a.example/x", "holds a user name or a password"],
    ["http://10.1.2.3/", "patients cannot reach"],
  ])("hold no address that a link may not be: %s", (value, sentence) => {
    const [found, ...more] = linkProblems("https://a.example", [query("next", value)])
    expect(found).toMatch(/^Link parameter “next”: /)
    expect(found).toContain(sentence)
    expect(more).toEqual([])
  })

  it("are written for each person into the text, and name what a person lacks", () => {
    const invitation = message(
      "Hi {{ firstName }}, book at https://clinic.example/{zip}?s=1. Reply STOP to opt out.",
      { key: "zip", value: "{{ zip }}", in: "path" },
      { key: "name", value: "{{ firstName }} {{ lastName | default: 'x' }}", in: "query" },
    )
    expect(invitation.variables).toEqual(["firstName", "zip", "lastName"])
    expect(renderMessage(invitation, { firstName: "Zoë", zip: "94110" })).toEqual({
      text: "Hi Zoë, book at https://clinic.example/94110?s=1&name=Zo%C3%AB+x. Reply STOP to opt out.",
      missing: [],
    })
    expect(renderMessage(invitation, { firstName: "Zoë" }).missing).toEqual(["zip"])
  })

  it("say which of them cannot be read", () => {
    const read = readMessage("https://clinic.example", [{ key: "a", value: "{{ zip", in: "query" }])
    expect(Result.isFailure(read) && read.failure).toContain("Link parameter “a”: Line 1: check the braces.")
  })
})
