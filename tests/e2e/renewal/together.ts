import { createActor, toPromise } from "xstate"
import { callApi } from "#effects/ApiClient.ts"
import { ReportGroup } from "#schemas/reporting/reportCalls.ts"
import { makeServices } from "../../../src/wiring/services.ts"
import { makeSession } from "../../../src/wiring/session.ts"

/** How many of some reads sent at once, each as the product sends it, came back with an answer. */
export type ReadTogether = (count: number) => Promise<number>

/** The session is never started: the token that is kept is all that the reads need. */
const session = makeSession({ load: () => Promise.reject(new Error("No one signs in here.")), loaded: () => undefined })
const read = makeServices(session).operation(() => callApi(ReportGroup, (api) => api.GetDashboard({})))
const once = async (): Promise<unknown> => {
  const actor = createActor(read, { input: undefined })
  actor.start()
  return toPromise(actor)
}
const readTogether: ReadTogether = async (count) =>
  (await Promise.allSettled(Array.from({ length: count }, once))).filter(({ status }) => status === "fulfilled").length

Object.assign(globalThis, { readTogether })
document.body.dataset["ready"] = "yes"
