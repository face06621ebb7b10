import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** How many times a connection on which nothing moves is looked at before it is cut. */
const looks = 4

/** How long Node waits until it says that nothing has moved on a connection, for one that may stall `stalled` milliseconds. */
export const lookMillis = (stalled: number): number => stalled / looks

/**
 * Cuts an answer that has waited for something to move for `stalled` milliseconds. Of one that is on its way Node may
 * keep the first look to itself, so it gets one less: between three quarters of that time and all of it.
 */
export const limitStalledTime = (response: ServerResponse, stalled: number): void => {
  let seen = 0
  let last = Number.NEGATIVE_INFINITY
  response.on("timeout", (socket: Socket) => {
    const now = performance.now()
    // A look that stayed out says that something moved.
    seen = now - last < 1.5 * lookMillis(stalled) ? seen + 1 : 1
    last = now
    if (seen >= (socket.writableLength > 0 ? looks - 1 : looks)) socket.destroy()
    else socket.setTimeout(lookMillis(stalled))
  })
}
