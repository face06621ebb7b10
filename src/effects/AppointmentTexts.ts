import { Effect } from "effect"
import { textsValues, type AppointmentTextsDraft, type TextsValues } from "#schemas/scheduling/appointmentText.ts"
import { AppointmentGroup } from "#schemas/scheduling/appointmentCalls.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"

/** Which texts about appointments the company sends, what each says, and the numbers it has. */
export const openTexts = () =>
  Effect.map(
    callApi(AppointmentGroup, (api) => api.GetAppointmentTexts({})),
    ({ data }) => data,
  )

/** What someone else saved meanwhile, for the form. */
export const readTheirTexts = () => Effect.map(openTexts(), textsValues)

/** What is chosen, as the call takes it. */
export const draftOfTexts = ({ streamVersion: _, ...draft }: TextsValues) => draft

/** Saves which texts go out; `StaleVersion` when they were changed since they were opened. */
export const saveTexts = (values: TextsValues, commandId: string) =>
  callApi(AppointmentGroup, (api) =>
    api.SaveAppointmentTexts({
      headers: versionedHeaders(commandId, values.streamVersion),
      // The form is sent only when it fits the body’s schema.
      payload: draftOfTexts(values) as AppointmentTextsDraft,
    }),
  )
