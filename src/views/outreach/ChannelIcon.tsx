import { Chat, MobilePhone } from "@blueprintjs/icons"
import type { ChannelName } from "#schemas/outreach/channel.ts"

/** The sign of a channel. */
export const ChannelIcon = ({ channel }: { readonly channel: ChannelName }) =>
  channel === "SMS" ? <Chat size={16} aria-hidden="true" /> : <MobilePhone size={16} aria-hidden="true" />
