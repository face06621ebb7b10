import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { problem } from "#schemas/problem.ts"
import { StagesSaved } from "#schemas/scheduling/events.ts"
import type { SaveStages } from "#schemas/scheduling/stage.ts"
import { contextOf, handle, type CommandOptions } from "#server/handle.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import {
  stagesDecider,
  stagesProjection,
  type StagesCommand,
  type StagesFold,
  type StagesRow,
} from "./stages.decider.ts"
import { readStageList, readStages, readUsedStages } from "./stages.queries.ts"

/** The streams of stages, by the number of their company: `stages-3`. */
export const stagesStream: Stream<StagesFold, StagesCommand, StagesSaved, StagesRow> = {
  decider: stagesDecider,
  events: StagesSaved,
  projection: stagesProjection,
  outside: null,
  activity: { name: null, opens: null, isNumbered: false },
}

/**
 * Saves a company’s stages in their order. Fails with StaleVersion, and with Invalid where one is missing that sections
 * or appointments are for, or one is named that was removed.
 */
export const saveStages = Effect.fn("saveStages")(function* (
  person: Person,
  { stages }: SaveStages,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const { sql } = yield* Database
  const refuse = (message: string) =>
    Effect.fail(problem("Invalid", message, { errors: [{ field: "stages", message }] }))
  const isNamed = (id: number) => stages.some(({ stageId }) => stageId === id)
  const known = new Set((yield* readStageList(companyId)).stages.map(({ stageId }) => stageId))
  if (stages.some(({ stageId }) => stageId !== null && !known.has(stageId))) {
    return yield* refuse("One of these stages was removed. Look again and change the list.")
  }
  yield* handle(stagesStream, companyId, { _tag: "SaveStages", stages }, contextOf(person, options), {
    beforeAppend: (_events, before) =>
      Effect.gen(function* () {
        // Who takes a stage meanwhile comes first, and is seen here.
        yield* Effect.orDie(sql`
          select 1 from read_models t
          where t.company_id = ${companyId} and ${rowsOf(sql, "t", stagesProjection)} and t.id = ${companyId} for update`)
        const used = yield* readUsedStages(companyId)
        const gone = before.stages.find(({ stageId }) => !isNamed(stageId) && used.has(stageId))
        if (gone !== undefined) {
          yield* refuse(`“${gone.name}” has appointments or sections of schedules. Disable it instead of removing it.`)
        }
      }),
  })
  return yield* readStages(companyId)
})
