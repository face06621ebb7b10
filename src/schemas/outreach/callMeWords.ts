/** Words of the call by which staff hear a call flow on a phone, by id (docs/architecture.md#words). Texts are ICU messages. */
export const callMeWords = {
  "callMe.title": "On a phone",
  "callMe.caption": "a real call, with samples as values",
  "callMe.press": "Call me",
  "callMe.again": "Call me again",
  "callMe.phone": "Your phone",
  "callMe.phone.hint": "It rings at once, at any hour.",
  "callMe.sender": "Calling number",
  "callMe.language": "Language",
  "callMe.language.own": "As it is written",
  "callMe.harmless":
    "A key that stops the calls stops none here, and what is recorded in the call is removed without being heard.",
  "callMe.without": "Your company has no number that calls. It gets one among its “Numbers to send from”.",
  "callMe.calling": "Calling {phone}…",
  "callMe.ringing": "{phone} rings.",
  "callMe.answered": "{phone} answered. Listen there, and press its keys.",
  "callMe.over.completed": "The call is over{length, plural, =0 {} one { after # second} other { after # seconds}}.",
  "callMe.over.machine": "The call is over: a machine answered.",
  "callMe.over.busy": "The line was busy.",
  "callMe.over.notAnswered": "No one answered.",
  "callMe.over.failed": "The call failed: {reason}.",
  "callMe.over.lost": "The carrier did not say how the call ended.",
} as const
