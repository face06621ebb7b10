import type { ChannelName } from "./channel.ts"
import type { RecipientState } from "./recipient.ts"

/** Words of what became of someone's message, by id: on the page of a campaign, and in reports and their files. */
export const recipientWords = {
  "recipients.person": "Person",
  "recipients.state": "State and reason",
  "recipients.heldUntil": "until {time}",
  "recipients.bookedAt": "Booked {time}",
  "recipients.reply": "Reply",
  "recipient.state.queued": "Waiting",
  "recipient.state.excluded": "Left out",
  "recipient.state.held": "Held",
  "recipient.state.sending.SMS": "Sending",
  "recipient.state.sending.IVR": "Calling",
  "recipient.state.unknown": "Being looked up",
  "recipient.state.sent.SMS": "Sent",
  "recipient.state.sent.IVR": "Called",
  "recipient.state.delivered.SMS": "Delivered",
  "recipient.state.delivered.IVR": "Reached",
  "recipient.state.replied.SMS": "Replied",
  "recipient.state.replied.IVR": "Pressed a key",
  "recipient.state.failed.SMS": "Failed",
  "recipient.state.failed.IVR": "Not reached",
  "recipient.state.optedOut": "Opted out",
  "recipient.state.cancelled": "Cancelled",
  "recipients.calls": "Calls",
  "recipients.call.answered": "Answered",
  "recipients.call.machine": "A machine answered",
  "recipients.call.busy": "Busy",
  "recipients.call.noAnswer": "No one answered",
  "recipients.call.failed": "Not connected",
  "recipients.call.canceled": "Ended before anyone answered",
  "recipients.call.leftMessage": "Message left on the voicemail",
  "recipients.call.goesOn": "On the phone",
  "recipients.call.rings": "Rings",
  "recipients.call.ended": "Ended",
  "recipients.call.seconds": "{seconds, plural, one {# second} other {# seconds}}",
  "recipients.call.key": "{key} in “{step}”",
  "recipients.call.pressed": "Pressed {keys}",
  "recipients.call.hear": "Hear the recording ({seconds, plural, one {# second} other {# seconds}})",
  "recipients.call.recordings": "{count, plural, one {# recording} other {# recordings}} left",
} as const

const byChannel = ["sending", "sent", "delivered", "replied", "failed"] as const satisfies ReadonlyArray<RecipientState>
const isByChannel = (state: RecipientState): state is (typeof byChannel)[number] =>
  (byChannel as ReadonlyArray<RecipientState>).includes(state)

/** The id of the word for a person's state in a campaign of a channel. */
export const stateWord = (state: RecipientState, channel: ChannelName): keyof typeof recipientWords =>
  isByChannel(state) ? `recipient.state.${state}.${channel}` : `recipient.state.${state}`
