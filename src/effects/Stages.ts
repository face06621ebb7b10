import { Effect } from "effect"
import { AppointmentGroup } from "#schemas/scheduling/appointmentCalls.ts"
import type { StageDraft, StagesValues } from "#schemas/scheduling/stage.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"

/** The stages of visits, and which one a patient comes for next. */
export const readStages = (query: { readonly patientHashedId?: string }) =>
  callApi(AppointmentGroup, (api) => api.GetStages({ query }))

/** The stages for the form. */
export const openStages = () =>
  Effect.map(readStages({}), ({ data: { version, stages } }): StagesValues => ({ streamVersion: version, stages }))

const draftOf = ({ stageId, name, minDays, maxDays, isActive }: StageDraft): StageDraft => ({
  ...{ stageId, name, minDays, maxDays, isActive },
})

/** Saves the stages in their order; `StaleVersion` when they were changed since they were opened. */
export const saveStages = ({ streamVersion, stages }: StagesValues, commandId: string) =>
  callApi(AppointmentGroup, (api) =>
    api.SaveStages({
      headers: versionedHeaders(commandId, streamVersion),
      payload: { stages: stages.map(draftOf) },
    }),
  )
