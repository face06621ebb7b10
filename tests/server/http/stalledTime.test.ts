import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { limitStalledTime } from "#server/http/stalledTime.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Whether a connection is cut after looks at these milliseconds, with so many bytes on their way. */
const isCut = (writableLength: number, looks: ReadonlyArray<number>): boolean => {
  const socket = new Socket()
  Object.defineProperty(socket, "writableLength", { value: writableLength })
  const response = new ServerResponse(new IncomingMessage(socket))
  limitStalledTime(response, 400)
  let now = 0
  for (const at of looks) {
    vi.advanceTimersByTime(at - now)
    now = at
    response.emit("timeout", socket)
  }
  const cut = socket.destroyed
  socket.destroy()
  return cut
}

it.each([
  [0, [100, 200, 300], false],
  [0, [100, 200, 300, 400], true],
  [1, [200, 300], false],
  [1, [200, 300, 400], true],
  [1, [200, 300, 500, 600, 800, 900], false],
] as const)("with %i bytes on their way and nothing moved at %j it is cut: %s", (bytes, looks, expected) => {
  expect(isCut(bytes, looks)).toBe(expected)
})
