import { Context } from "effect"

/** The id that ties one call's answer, log lines and events together. */
export const CorrelationId = Context.Reference<string>("admin-view/http/CorrelationId", { defaultValue: () => "" })
