import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createCampaign } from "#effects/Campaigns.ts"
import { isSameFile, rememberingKey, saysTheSame } from "#effects/commandKeys.ts"
import { saveTemplate } from "#effects/Templates.ts"
import { CampaignId, CompanyId, ListId, SenderId, TemplateId } from "#schemas/ids.ts"
import { creationStatus } from "#schemas/outreach/campaign.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"
import { draftTemplate } from "#tests/support/outreachSamples.ts"

const draft = {
  companyId: CompanyId.make(2),
  templateId: TemplateId.make(44),
  channel: "SMS",
  name: "Flu",
  purpose: "Survey",
  text: "Hello",
} as const
/** What becomes of a command: answered; done and the answer lost; lost on the way there; refused and forgotten. */
const fates = ["answered", "answerLost", "commandLost", "refused"] as const
type Press = { readonly text: string; readonly fate: (typeof fates)[number] }

const lost = problem("Unavailable", "No answer came.")

/** A server that answers a key it knows with the stored answer, as ours does (`answerOnce`). */
const serverOf = () => {
  const stored = new Map<string, string>()
  const saves: Array<string> = []
  const keys: Array<string> = []
  const take = ({ text, fate }: Press, key: string): string | Problem => {
    keys.push(key)
    if (fate === "commandLost") return lost
    if (!stored.has(key)) {
      if (fate === "refused") return problem("Invalid", "Not so.")
      saves.push(text)
      stored.set(key, text)
    }
    return fate === "answerLost" ? lost : (stored.get(key) ?? "")
  }
  return { keys, saves, take }
}

/** Presses Save with some drafts, one after the other, as a page does; gives what it was answered each time. */
const pressing = (presses: ReadonlyArray<Press>) => {
  const { keys, saves, take } = serverOf()
  const sending = rememberingKey(saysTheSame)
  const press = (one: Press) =>
    // A new object each time: the draft says the same all the same.
    sending({ text: one.text }, (key) => {
      const answer = take(one, key)
      return typeof answer === "string" ? Effect.succeed(answer) : Effect.fail(answer)
    }).pipe(
      Effect.result,
      Effect.map(({ _tag }) => ({ saved: _tag === "Success", now: saves.at(-1), done: saves.length })),
    )
  const results = Effect.runSync(Effect.forEach(presses, press))
  return { results, keys }
}

const presses = fc.array(fc.record({ text: fc.constantFrom("a", "b"), fate: fc.constantFrom(...fates) }), {
  minLength: 1,
  maxLength: 8,
})

describe("a command whose answer was lost", () => {
  it("reports success when it is sent again, and carries its key over the wire", async () => {
    const answers = [{ problem: lost }, { problem: lost }, { data: draftTemplate }]
    const { calls, provide } = fakeServer(() => answers[calls.length - 1] ?? { problem: lost })
    const save = Effect.result(rememberingKey(saysTheSame)({}, (key) => saveTemplate(draft, 0, key)))
    const results = await Effect.runPromise(provide(Effect.all([save, save, save])))
    expect(results.map(({ _tag }) => _tag)).toEqual(["Failure", "Failure", "Success"])
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  })

  it("never reports a success that does not hold, is never done twice, and is another one with another input", () =>
    fc.assert(
      fc.property(presses, (pressed) => {
        const { results, keys } = pressing(pressed)
        pressed.forEach(({ text, fate }, index) => {
          const before = pressed[index - 1]
          const isRepeated = before?.text === text && ["answerLost", "commandLost"].includes(before.fate)
          expect(keys[index] === keys[index - 1]).toBe(isRepeated)
          if (results[index]?.saved === true) expect(results[index]?.now).toBe(text)
          if (fate === "answered") expect(results[index]?.saved).toBe(true)
          if (isRepeated && before.fate === "answerLost") expect(results[index]?.done).toBe(results[index - 1]?.done)
        })
      }),
      { numRuns: 1_000 },
    ))

  it("keeps its key while the server still works on it, and not once a campaign's outcome was a refusal", async () => {
    const running = { ...problem("NotAllowedNow", "Still being worked on."), retryAt: "1970-01-01T00:00:02.000Z" }
    const answers = [
      { problem: running },
      { data: { status: creationStatus.duplicateName }, message: "Taken." },
      { data: { status: creationStatus.created, campaignHashedId: "hashed-campaign-7" } },
    ]
    const { calls, provide } = fakeServer(() => answers[calls.length - 1] ?? { problem: running })
    const campaign = {
      companyId: CompanyId.make(2),
      campaignId: CampaignId.make(7),
      campaignType: "SMS",
      name: "Recalls",
      purpose: "Survey",
      templateId: TemplateId.make(1),
      listId: ListId.make(1),
      senderId: SenderId.make(1),
      startAt: null,
    } as const
    const create = Effect.exit(rememberingKey(saysTheSame)(campaign, (key) => createCampaign(campaign, key)))
    await Effect.runPromise(provide(Effect.all([create, create, create])))
    const [first, second, third] = calls.map(({ key }) => key)
    expect([second === first, third === first]).toEqual([true, false])
  })

  /** Whether the second of two commands, whose answers are lost, has the key of the first. */
  const keepsKey = <I>(isSame: (left: I, right: I) => boolean, first: I, second: I): boolean => {
    const keys = new Set<string>()
    const sending = rememberingKey(isSame)
    const send = (input: I) =>
      Effect.exit(
        sending(input, (key) => {
          keys.add(key)
          return Effect.fail(problem("Unreachable", "Lost."))
        }),
      )
    Effect.runSync(Effect.all([send(first), send(second)]))
    return keys.size === 1
  }

  it("is another one when what was shown was read again since then", () => {
    const shown = { campaignHashedId: "one" }
    expect([keepsKey(Object.is, shown, shown), keepsKey(Object.is, shown, { ...shown })]).toEqual([true, false])
  })

  it("is the same one with the same file chosen again, and another one with a file that was changed", () => {
    const file = (text: string, lastModified: number) => new File([text], "patients.csv", { lastModified })
    expect(keepsKey(isSameFile, file("a", 1), file("a", 1))).toBe(true)
    for (const other of [file("ab", 1), file("a", 2), new File(["a"], "other.csv", { lastModified: 1 })])
      expect(keepsKey(isSameFile, file("a", 1), other)).toBe(false)
  })
})
