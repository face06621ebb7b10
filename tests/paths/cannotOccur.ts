const clearsAlways = "What clears a session takes a storage that refuses as cleared; it cannot fail."
/** The reason of those that a walk takes on paper all the same. */
export const endsWithThePage =
  "The provider hears of it on a way that leaves the page, so this page hears no end of it; the next one starts again."
const provesIt = "Every report of the carrier proves that it took the text, and that is recorded first."
const answersFirst = "STOP is an answer, and is recorded as one first."

const of = (names: ReadonlyArray<string>, reason: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, reason]))

/**
 * By chart, the transitions that no one can cause in the running program, in a
 * real page or on the server, each with its reason. `npm run coverage:paths --
 * --check` fails on any other that it was not seen to take.
 */
export const cannotOccur = {
  session: {
    ...of(
      [
        "session.person.losing xstate.error.actor.lose #0",
        "session.person.expiredElsewhere xstate.error.actor.follow #0",
      ],
      clearsAlways,
    ),
    ...of(
      ["session.person.signingOut xstate.done.actor.signOut #0", "session.person.expiring xstate.done.actor.expire #0"],
      endsWithThePage,
    ),
  },
  import: {
    "import.expected ImportFailed #0":
      "A file that cannot become an import is refused while it arrives, and leaves no import that could fail.",
  },
  recipient: {
    ...of(
      ["queued", "held", "sending", "unknown"].flatMap((state) => [
        `recipient.${state} MessageDelivered #0`,
        `recipient.${state} MessageFailed #0`,
      ]),
      provesIt,
    ),
    ...of(
      ["sent", "delivered", "failed"].map((state) => `recipient.${state} RecipientOptedOut #0`),
      answersFirst,
    ),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** The names of a chart's transitions that no one can cause. */
export const cannotOccurIn = (chart: string): ReadonlySet<string> => {
  const all: Readonly<Record<string, Readonly<Record<string, string>>>> = cannotOccur
  return new Set(Object.keys(all[chart] ?? {}))
}
