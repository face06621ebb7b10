/** Words of what became of someone's text, by id: on the page of a campaign, and in reports and their files. */
export const recipientWords = {
  "recipients.person": "Person",
  "recipients.state": "State and reason",
  "recipients.heldUntil": "until {time}",
  "recipients.bookedAt": "Booked {time}",
  "recipients.reply": "Reply",
  "recipient.state.queued": "Waiting",
  "recipient.state.excluded": "Left out",
  "recipient.state.held": "Held",
  "recipient.state.sending": "Sending",
  "recipient.state.unknown": "Being looked up",
  "recipient.state.sent": "Sent",
  "recipient.state.delivered": "Delivered",
  "recipient.state.replied": "Replied",
  "recipient.state.failed": "Failed",
  "recipient.state.optedOut": "Opted out",
  "recipient.state.cancelled": "Cancelled",
} as const
