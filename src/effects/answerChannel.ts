import { answerChannel } from "#schemas/session/interaction.ts"

/** Says to all windows of this browser that the identity provider has answered in this one; a hidden frame closes none. */
export const announceAnswer = (): void => {
  if (window.parent === window) new BroadcastChannel(answerChannel).postMessage("answered")
}

/** Hears of an answer until the function it returns is called. */
export const onAnswer = (take: () => void): (() => void) => {
  const channel = new BroadcastChannel(answerChannel)
  channel.addEventListener("message", take)
  return () => channel.close()
}
