import { createActor, toPromise } from "xstate"
import { callApi } from "#effects/ApiClient.ts"
import { ReportGroup } from "#schemas/reporting/reportCalls.ts"
import { operation } from "../../../src/wiring/operation.ts"

/** How many of some reads sent at once, each as the product sends it, came back with an answer. */
export type ReadTogether = (count: number) => Promise<number>

const read = operation(() => callApi(ReportGroup, (api) => api.GetDashboard({})))
const once = async (): Promise<unknown> => {
  const actor = createActor(read, { input: undefined })
  actor.start()
  return toPromise(actor)
}
const readTogether: ReadTogether = async (count) =>
  (await Promise.allSettled(Array.from({ length: count }, once))).filter(({ status }) => status === "fulfilled").length

Object.assign(globalThis, { readTogether })
document.body.dataset["ready"] = "yes"
