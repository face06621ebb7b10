/** Words of tests of texts on the page of a multi-campaign; what its editor alone says is with the editor's words. */
export const variantWords = {
  "multi.test": "Test of texts",
  "multi.test.text": "Text {letter}",
  "multi.test.given": "Given to",
  "multi.test.reached": "Got it",
  "multi.test.did.opened": "Opened",
  "multi.test.did.replied": "Replied",
  "multi.test.did.booked": "Booked",
  "multi.test.share": "Share",
  "multi.test.plan":
    "The first {people, number} people are split over {texts} texts. It is judged {hours, plural, one {# hour} other {# hours}} after the last of these texts left.",
  "multi.test.splits": "{given, number} of the first {people, number} people were given a text.",
  "multi.test.waits": "{waiting, plural, one {# person waits} other {# people wait}} until it is decided.",
  "multi.test.from": "Judged {time} at the earliest.",
  "multi.test.better":
    "Text {letter} did better, beyond chance: {measured, number} of {reached, number}. Everyone else gets it.",
  "multi.test.tooFew": "No winner: too few people to tell. Everyone else gets text A.",
  "multi.test.tooClose": "No winner: the texts did too much alike to tell. Everyone else gets text A.",
  "multi.test.chosen": "A person chose text {letter} before it was judged. Everyone else gets it.",
  "multi.choose": "Send text {letter} of step {number} to the rest",
  "multi.choose.title": "Send this text to the rest?",
  "multi.choose.text":
    "Everyone else who comes to this step gets text {letter}, and the test ends. This cannot be undone.",
  "multi.choose.confirm": "Send it to the rest",
  "multi.path.oneOf": "one of {texts} texts on day {day}",
} as const
