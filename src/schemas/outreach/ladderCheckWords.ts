/** Words of the check of a ladder before its launch, by id (docs/architecture.md#words). */
export const ladderCheckWords = {
  "multi.check": "Check before the launch",
  "multi.check.run": "Check",
  "multi.check.again": "Check again",
  "multi.check.text":
    "Everyone on the list is looked at for each step: who could get it, who would be left out and why, and what it takes. Nothing is sent.",
  "multi.check.at": "Checked {at}.",
  "multi.check.old.changed": "Something changed since this check. Check again before you launch.",
  "multi.check.old.late":
    "This check was made more than 10 minutes ago: people may have replied or opted out since. Check again before you launch.",
  "multi.check.none": "No one is on the list.",
  "multi.check.reached":
    "{reached, plural, =0 {No one} one {# person} other {# people}} of {people, number} on the list could get at least one step.",
  "multi.check.confirmation": "The list is so long that a second person must confirm the launch.",
  "multi.check.takes": "What it takes",
  "multi.check.most.texts": "Texts at most",
  "multi.check.most.calls": "Calls at most",
  "multi.check.most": "if everyone came to every step, with each of its tries, within the most touches",
  "multi.check.segments": "{segments, plural, one {# segment} other {# segments}}",
  "multi.check.expected.texts": "Texts expected",
  "multi.check.expected.calls": "Calls expected",
  "multi.check.expected": "{people, plural, one {# person} other {# people}} simulated",
  "multi.check.assumed": "with assumed shares: too little was sent yet",
  "multi.check.last": "Last one leaves",
  "multi.check.last.text": "as far as was simulated",
  "multi.check.gets":
    "{people, plural, =0 {No one} one {# person} other {# people}} could get it, {leftOut, plural, =0 {no one is left out} other {{leftOut, number} left out}}.",
  "multi.check.gets.text": "Text {letter}:",
  "multi.check.why": "Why step {number} would leave some out",
  "multi.check.notPublished": "It is not published, so no one would get it.",
  "multi.check.withoutOptOut": "It does not say how to opt out in {languages}.",
  "multi.check.standIn": "{number} stands in.",
  "multi.launch.step.SMS": "Step {number}, text: {people, number} could get it, {leftOut, number} left out",
  "multi.launch.step.IVR": "Step {number}, call: {people, number} could get it, {leftOut, number} left out",
  "multi.launch.steps": "Who could get which step",
  "multi.launch.most":
    "At most {texts, plural, one {# text} other {# texts}} ({segments, plural, one {# segment} other {# segments}}) and {calls, plural, one {# call} other {# calls}}.",
} as const
