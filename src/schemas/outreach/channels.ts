import { callFacts } from "./callFacts.ts"
import type { ChannelFacts } from "./channel.ts"
import { textFacts } from "./textFacts.ts"

/** The channels that are built. */
export const channelFacts: ReadonlyArray<ChannelFacts> = [textFacts, callFacts]

/** What is said of the channel of a campaign or sender. Throws for one that is not built: no command stores it. */
export const factsOf = (name: string): ChannelFacts => {
  const found = channelFacts.find((one) => one.name === name)
  if (found === undefined) throw new Error(`There is no channel called ${name}`)
  return found
}
