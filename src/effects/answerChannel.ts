import { answerChannel } from "#schemas/session/interaction.ts"

/** Says to all windows of this browser that the identity provider has answered one of them. */
export const announceAnswer = (): void => new BroadcastChannel(answerChannel).postMessage("answered")

/** Hears of an answer until the function it returns is called. */
export const hearAnswer = (take: () => void): (() => void) => {
  const channel = new BroadcastChannel(answerChannel)
  channel.addEventListener("message", take)
  return () => channel.close()
}
