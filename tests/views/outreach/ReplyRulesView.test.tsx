import "#views/outreach/outreach.css"
import { describe, expect, it } from "vitest"
import {
  replyRulesMachine,
  type ReplyRulesEvent,
  type ReplyRulesSnapshot,
} from "#machines/outreach/replyRules.machine.ts"
import type { FormEvent, FormValues } from "#machines/session/form.machine.ts"
import { ReplyRulesDraft, type ReplyRule, type TriedRules } from "#schemas/outreach/replyRule.ts"
import { validatorOf } from "#schemas/validate.ts"
import { ReplyRulesView } from "#views/outreach/ReplyRulesView.tsx"
import { replyRulesWalk } from "#tests/machines/outreach/replyRules.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { rule, sampleReplyRules, sampleTriedRules } from "#tests/support/replyRuleSamples.ts"
import { recorder, seenForm, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const { places } = pathsOf(replyRulesMachine, replyRulesWalk)
const opened = { type: "xstate.done.actor.open", output: sampleReplyRules, actorId: "open" }
const writing = after(replyRulesMachine, [opened], replyRulesWalk.input) as unknown as ReplyRulesSnapshot

type Shown = {
  readonly accessIds?: ReadonlyArray<number>
  readonly rules?: ReadonlyArray<ReplyRule>
  readonly tried?: TriedRules
  readonly events?: ReadonlyArray<FormEvent>
}

const show = async (snapshot: ReplyRulesSnapshot, shown: Shown = {}) => {
  const { accessIds = [1, 5, 6], rules = sampleReplyRules.rules, tried = sampleTriedRules, events = [] } = shown
  const page = recorder<ReplyRulesEvent>()
  const form = recorder<FormEvent>()
  const values = { ...sampleReplyRules, rules } as unknown as FormValues
  const rendered = await render(
    <ReplyRulesView
      page={{ snapshot, send: page.send }}
      url={pageUrl({ id: "t", tab: "replies" }).url}
      rights={{ userType: 2, accessIds }}
      form={snapshot.matches("writing") ? seenForm(values, events, validatorOf(ReplyRulesDraft), form.send) : undefined}
      tried={seenReading<TriedRules>({ ready: tried })}
    />,
  )
  return { ...rendered, sent: form.sent }
}

describe("the rules for replies", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as ReplyRulesSnapshot
      await show(snapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("show each with the fields of its kind, and how many past replies it matched", async () => {
    const { container } = await show(writing)
    const rows = [...container.querySelectorAll(".list-row")]
    const labels = rows.map((row) => [...row.querySelectorAll("label")].map(textOf))
    expect(labels).toEqual([
      ["When the reply is", "Words", "Of people who speak", "Then", "Answer"],
      ["When the reply is", "From", "To", "Of people who speak", "Then", "Name of the value", "Value (optional)"],
      ["When the reply is", "Of people who speak", "Then", "Text before the link"],
      ["When the reply is", "Regular expression", "Of people who speak", "Then"],
    ])
    expect(rows.map((row) => textOf(row.querySelector(".field-hint")))).toEqual([
      "matched 21 past replies",
      "matched 96 past replies",
      "matched 4 past replies",
      "matched 9 past replies",
    ])
    expect(textOf(rows[0]!)).toContain("1 segment.")
  })

  it("are added and removed", async () => {
    const { sent } = await show(writing)
    await press("Add a rule")
    await press("Remove Rule 2")
    const changes = sent.map((event) => ("value" in event ? (event.value as ReadonlyArray<ReplyRule>).length : 0))
    expect(changes).toEqual([5, 3])
  })

  it("say what is missing, at its field and in the summary", async () => {
    const rules = [rule({}), rule({ match: "number", from: 5, to: 2 }), rule({ match: "no", effect: "setValue" })]
    const { container } = await show(writing, { rules, events: [{ type: "submit.pressed" }] })
    expect([...container.querySelectorAll(".field-error")].map(textOf)).toEqual([
      "Write at least one word.",
      "Enter a number that is not below the first.",
      "Name the value: a letter first, then letters, digits, spaces, - and _, 40 characters at most.",
    ])
    expect(textOf(container.querySelector(".notice"))).toContain("Rule 1: Write at least one word.")
  })

  it("say what they would have done, what no rule matches, and what keeps them from being published", async () => {
    const problems = ["“stop” opts out before any rule is read. Choose another word."]
    const { container } = await show(writing, { tried: { ...sampleTriedRules, problems } })
    const text = textOf(container)
    for (const said of [
      "The newest 148 replies, read by these rules.",
      "These rules cannot be published yet",
      problems[0]!,
      "What no rule matches 16",
      "“Who is this” 9 times",
      "For a person to decide 2",
      "What no published rule matched when it came 31",
    ])
      expect(text).toContain(said)
    const none = { replies: 0, texts: [] }
    const empty = await show(writing, {
      tried: { problems: [], replies: 0, matched: [], unsure: none, unmatched: none, missed: null },
    })
    expect(textOf(empty.container)).toContain("No one has replied to a text of this template yet.")
  })

  it("can only be looked at without the right to edit rules, and past replies are not shown", async () => {
    const { container } = await show(writing, { accessIds: [1, 5] })
    expect(textOf(container)).toContain("You need the right to edit rules for replies and quiet hours (Rules).")
    expect(container.querySelector<HTMLButtonElement>("button[type=submit]")?.ariaDisabled).toBe("true")
    expect([...container.querySelectorAll<HTMLSelectElement>("select")].every(({ disabled }) => disabled)).toBe(true)
    expect(textOf(container)).not.toContain("Who is this")
    expect(textOf(container)).toContain("Trying rules on past replies needs the right to edit rules.")
    expect(await accessibilityFaults()).toEqual([])
  })
})
