import { inspectionChannelName, type InspectionMessage } from "#schemas/administration/inspection.ts"

/** The line between an inspected tab and its inspector: tabs of one browser and one origin, never a server. */
export type InspectionChannel = {
  readonly say: (message: InspectionMessage) => void
  readonly close: () => void
}

/** Opens the line; `hear` is called with what the other side says. */
export const openInspectionChannel = (hear: (message: InspectionMessage) => void): InspectionChannel => {
  const channel = new BroadcastChannel(inspectionChannelName)
  channel.addEventListener("message", ({ data }: MessageEvent<InspectionMessage>) => hear(data))
  return { say: (message) => channel.postMessage(message), close: () => channel.close() }
}
