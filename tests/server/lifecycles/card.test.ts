import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { cardLifecycle, cardTable } from "#machines/lifecycles/card.lifecycle.ts"
import type { CardEvent } from "#schemas/administration/card.ts"
import { cardStream } from "#server/administration/cards/card.commands.ts"
import type { CardCommand } from "#server/administration/cards/card.decider.ts"
import { handle, systemContext } from "#server/handle.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { storeOn } from "#tests/support/outreach.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"
import { takenByEvents } from "./taken.ts"

type Type = CardEvent["_tag"]

const lives = pathsOf(cardLifecycle, {}).paths.map(({ events }) => [events.map(({ type }) => type as Type)] as const)
const commandOf = (type: Type, step: number): CardCommand =>
  type === "CardRemoved"
    ? { _tag: "RemoveCard", changed: ["last4"] }
    : { _tag: "SaveCard", cardId: `pm_0000000${step}`, lastMonth: "2029-09", changed: ["last4"] }

layer(storeOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "the life of a card on the server",
  (it) => {
    it.effect.each(lives)("is that of its chart: %s", ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        const ask = (command: CardCommand, step: string) =>
          handle(cardStream, companyId, command, systemContext(companyId, `${companyId} ${step}`))
        let expected: ReturnType<typeof cardTable.next> = cardTable.initial
        for (const [step, type] of types.entries()) {
          expected = cardTable.next(expected ?? "none", type)
          expect((yield* ask(commandOf(type, step), `step ${step}`)).state.state).toBe(expected)
        }
        if (expected !== "kept")
          expect(yield* Effect.flip(ask(commandOf("CardRemoved", 0), "late"))).toMatchObject({
            problem: "NotAllowedNow",
          })
      }),
    )

    it.effect("is nothing new for the card that is kept", () =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        const save = (id: string) =>
          handle(cardStream, companyId, commandOf("CardSaved", 1), systemContext(companyId, `${companyId} ${id}`))
        const { version } = yield* save("first")
        expect(yield* save("again")).toMatchObject({ version, events: [] })
      }),
    )

    it.effect("took every transition of the chart, and no other", () =>
      Effect.gen(function* () {
        const { taken, strange } = yield* takenByEvents(cardLifecycle)
        expect(declaredTransitions(cardLifecycle).filter((name) => !taken.has(name))).toEqual([])
        expect(strange).toEqual([])
      }),
    )
  },
)
