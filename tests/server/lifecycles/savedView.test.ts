import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { savedViewLifecycle, savedViewTable } from "#machines/lifecycles/savedView.lifecycle.ts"
import { addDays } from "#schemas/calendar.ts"
import { SavedViewId, type SavedViewEvent } from "#schemas/reporting/savedView.ts"
import { handle, systemContext } from "#server/handle.ts"
import { savedViewStream } from "#server/reporting/saved/savedView.commands.ts"
import type { SavedViewCommand } from "#server/reporting/saved/savedView.decider.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { freshCompany } from "#tests/support/outreachCalls.ts"
import { viewDraft } from "#tests/support/savedViewSamples.ts"
import { schedulingOn } from "#tests/support/scheduling.ts"
import { takenByEvents } from "./taken.ts"

type Type = SavedViewEvent["_tag"]

const savedViewId = SavedViewId.make(1)

/** What brings each event; each time that comes is a week after the one before. */
const commandsOf = () => {
  let weeks = 0
  const save = { _tag: "SaveView", savedViewId, facts: viewDraft(), now: "2026-11-18T17:00:00.000Z" } as const
  return {
    SavedViewCreated: () => save,
    SavedViewRevised: () => save,
    SavedViewCameDue: () => {
      const date = addDays("2026-11-18", 7 * (weeks += 1))
      const shown = { startDate: addDays(date, -7), endDate: addDays(date, -1) }
      return { _tag: "MailView", date, dueAt: `${date}T13:00:00.000Z`, ...shown, mailedTo: [] }
    },
    SavedViewDeleted: () => ({ _tag: "DeleteView" }),
  } satisfies Readonly<Record<Type, () => SavedViewCommand>>
}

const paths = pathsOf(savedViewLifecycle, {}).paths.map(
  ({ events }) => [events.map(({ type }) => type as Type)] as const,
)

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "the life of a saved view on the server",
  (it) => {
    it.effect.each(paths)("is the chart's, and what the chart does not take is refused: %s", ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        const commands = commandsOf()
        let asked = 0
        const ask = (command: SavedViewCommand) =>
          handle(savedViewStream, savedViewId, command, systemContext(companyId, `${companyId} ${(asked += 1)}`))
        let expected: ReturnType<typeof savedViewTable.next> = savedViewTable.initial
        for (const type of types) {
          expected = savedViewTable.next(expected ?? "reserved", type)
          expect((yield* ask(commands[type]())).state.state).toBe(expected)
          const allowed = savedViewTable.allowed(expected ?? "reserved")
          if (!allowed.includes("SavedViewDeleted"))
            expect(yield* Effect.flip(ask(commands.SavedViewDeleted()))).toMatchObject({
              problem: "NotAllowedNow",
              allowed,
            })
        }
      }),
    )

    it.effect("took every transition of the chart, and no other", () =>
      Effect.gen(function* () {
        const { taken, strange } = yield* takenByEvents(savedViewLifecycle)
        expect(declaredTransitions(savedViewLifecycle).filter((name) => !taken.has(name))).toEqual([])
        expect(strange).toEqual([])
      }),
    )
  },
)
