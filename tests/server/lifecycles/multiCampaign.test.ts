import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { multiCampaignLifecycle, multiCampaignTable } from "#machines/lifecycles/multiCampaign.lifecycle.ts"
import { CompanyId, TemplateId, UserId } from "#schemas/ids.ts"
import { MultiCampaignId, type MultiCampaignEvent } from "#schemas/outreach/multiCampaign.ts"
import { systemContext } from "#server/handle.ts"
import { commandMultiCampaign } from "#server/outreach/multiCampaigns/multiCampaign.commands.ts"
import type { MultiCampaignCommand } from "#server/outreach/multiCampaigns/multiCampaign.decider.ts"
import { numberSteps } from "#server/outreach/multiCampaigns/stepCampaigns.commands.ts"
import { Database } from "#server/store/Database.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { ladderDraft } from "#tests/support/ladderSamples.ts"
import { ladderCompany } from "#tests/support/ladders.ts"
import { engineOn, makeTemplate } from "#tests/support/outreach.ts"
import { takenByEvents } from "./taken.ts"

type Type = MultiCampaignEvent["_tag"]

const multiCampaignId = MultiCampaignId.make(1)
const paths = pathsOf(multiCampaignLifecycle, {}).paths.map(
  ({ events }) => [events.map(({ type }) => type as Type)] as const,
)

/** What brings each event of a ladder, with new numbers for the campaigns that carry its steps. */
const commandsFor = Effect.fnUntraced(function* (id: number) {
  const { companyId, listId, step } = yield* ladderCompany(id, 2)
  const other = TemplateId.make(id * 10 + 5)
  yield* makeTemplate(companyId, other)
  const test = { templateIds: [other], minimumPeople: 50, judgeBy: "replied", afterHours: 1 } as const
  // A test is decided once: each that a path decides is another step's.
  const facts = ladderDraft(listId, [step(1, "SMS"), step(2, "SMS", { test }), step(3, "SMS", { test })])
  const { steps, ...rest } = facts
  const ladder = { ...rest, steps: [...steps, step(4, "IVR")] }
  let [changes, decided] = [0, 1]
  return (type: Type) =>
    Effect.gen(function* () {
      const campaigns = yield* numberSteps(type === "LadderChanged" ? ladder.steps : steps)
      const minutes = (changes += 1)
      const stepId = type === "VariantsJudged" || type === "VariantChosen" ? (decided += 1) : decided
      const commands: Readonly<Record<Type, MultiCampaignCommand>> = {
        MultiCampaignCreated: { _tag: "SaveMultiCampaign", multiCampaignId, facts },
        MultiCampaignRevised: {
          ...{ _tag: "SaveMultiCampaign", multiCampaignId },
          facts: { ...facts, closeAfterMinutes: minutes },
        },
        MultiCampaignSubmitted: { _tag: "SubmitMultiCampaign", people: 2, by: UserId.make(1) },
        MultiCampaignReturned: { _tag: "ReturnMultiCampaign" },
        MultiCampaignScheduled: { _tag: "ScheduleMultiCampaign", startAt: "2026-11-20T17:00:00.000Z" },
        MultiCampaignLaunched: { _tag: "LaunchMultiCampaign", campaigns },
        LadderChanged: {
          _tag: "ChangeLadder",
          ladder: {
            ...{ steps: ladder.steps, stops: ladder.stops, mostTouches: ladder.mostTouches },
            closeAfterMinutes: minutes,
          },
          campaigns,
        },
        VariantsJudged: { _tag: "JudgeVariants", stepId, outcome: "tooFew", winner: null, variants: [] },
        VariantChosen: { _tag: "ChooseVariant", stepId, variant: 1, variants: [] },
        MultiCampaignPaused: { _tag: "PauseMultiCampaign" },
        MultiCampaignResumed: { _tag: "ResumeMultiCampaign" },
        MultiCampaignCancelled: { _tag: "CancelMultiCampaign" },
        MultiCampaignCompleted: { _tag: "CompleteMultiCampaign" },
        MultiCampaignDeleted: { _tag: "DeleteMultiCampaign" },
      }
      return commands[type]
    })
})

let companies = 0

layer(engineOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "the life of a multi-campaign on the server",
  (it) => {
    it.effect.each(paths)("is the chart's, and what the chart does not take is refused: %s", ([types]) =>
      Effect.gen(function* () {
        const id = (companies += 1)
        const { company } = yield* Database
        const commandOf = yield* commandsFor(id)
        let asked = 0
        const ask = (companyId: CompanyId, type: Type) =>
          company(companyId)(
            Effect.flatMap(commandOf(type), (command) =>
              commandMultiCampaign(systemContext(companyId, `${id} ${(asked += 1)}`), multiCampaignId, command),
            ),
          )
        const companyId = CompanyId.make(id)
        let expected: ReturnType<typeof multiCampaignTable.next> = multiCampaignTable.initial
        for (const type of types) {
          expected = multiCampaignTable.next(expected ?? "reserved", type)
          expect((yield* ask(companyId, type)).state.state).toBe(expected)
          const allowed = multiCampaignTable.allowed(expected ?? "reserved")
          for (const wish of ["MultiCampaignPaused", "MultiCampaignCancelled", "MultiCampaignDeleted"] as const)
            if (!allowed.includes(wish))
              expect(yield* Effect.flip(ask(companyId, wish))).toMatchObject({ problem: "NotAllowedNow", allowed })
        }
      }),
    )

    it.effect("took every transition of the chart, and no other", () =>
      Effect.gen(function* () {
        const { taken, strange } = yield* takenByEvents(multiCampaignLifecycle)
        expect(declaredTransitions(multiCampaignLifecycle).filter((name) => !taken.has(name))).toEqual([])
        expect(strange).toEqual([])
      }),
    )
  },
)
