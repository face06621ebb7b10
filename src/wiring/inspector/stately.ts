import { fromCallback } from "xstate"
import type { InspectorEvent } from "#machines/administration/inspector.machine.ts"
import type { InspectionMessage } from "#schemas/administration/inspection.ts"

/** Where Stately's own inspector lives; nothing is ever posted to another origin. */
const stately = "https://stately.ai"

/** What the inspected tab sends, to be listened to, and the way to ask for all of it again. */
export type StatelySource = {
  readonly listen: (listener: (message: InspectionMessage) => void) => () => void
  readonly askAgain: () => void
}

/**
 * Opens Stately's inspector in a window and passes on what the inspected tab
 * sends: only where that tab sends names alone. The window says when it is ready,
 * and then gets everything from the beginning.
 */
export const inStately = ({ listen, askAgain }: StatelySource) =>
  fromCallback<InspectorEvent>(({ sendBack }) => {
    const opened = open(`${stately}/inspect`, "_blank")
    if (opened === null) {
      sendBack({ type: "window.blocked" })
      return undefined
    }
    let ready = false
    const leave = listen((message) => {
      if (opened.closed) sendBack({ type: "window.closed" })
      else if (ready && message.type === "step" && message.namesOnly) opened.postMessage(message.step, stately)
    })
    const greeted = ({ source, origin, data }: MessageEvent<{ readonly type?: string } | null>): void => {
      if (source !== opened || origin !== stately || data?.type !== "@statelyai.connected") return
      ready = true
      askAgain()
    }
    addEventListener("message", greeted)
    return () => {
      leave()
      removeEventListener("message", greeted)
    }
  })
