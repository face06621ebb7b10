import type { Channel } from "./channel.ts"
import { callChannel } from "./callChannel.ts"
import { textChannel } from "./textChannel.ts"

const channels: ReadonlyArray<Channel> = [textChannel, callChannel]

/** The channel of a name; undefined for one that is not built. */
export const findChannel = (name: string): Channel | undefined => channels.find((one) => one.name === name)

/** The channel of a stored sender. Throws for one that is not built: no command stores it. */
export const channelOf = (name: string): Channel => {
  const found = findChannel(name)
  if (found === undefined) throw new Error(`There is no channel called ${name}`)
  return found
}
