import { Effect, Semaphore } from "effect"
import type { RemoteService, ServiceRequest } from "#server/remoteService.ts"
import { onThread } from "#server/thread.ts"
import { askSound } from "./askService.ts"
import type { Sound } from "./sound.ts"

const pcmThread = new URL("./pcmThread.ts", import.meta.url)

/** So many texts a service is asked for at once. */
const together = 4

/** What gets the sounds of a service, a few at a time. */
export const openSounds = Effect.fnUntraced(function* (service: RemoteService) {
  const turns = yield* Semaphore.make(together)
  return (request: ServiceRequest) =>
    askSound(service, request).pipe(
      Effect.flatMap((samples) => onThread<Sound>(pcmThread, samples)),
      Semaphore.withPermits(turns, 1),
    )
})
