import type { LadderStep, ReplyValue } from "#schemas/outreach/ladder.ts"

/** Steps that begin together, each after its own wait from the beginning of the first. */
export type Rung = ReadonlyArray<LadderStep>

/** A ladder's steps in rungs: a step that is not parallel to the one before begins a new one. */
export const rungsOf = (steps: ReadonlyArray<LadderStep>): ReadonlyArray<Rung> =>
  steps.reduce<ReadonlyArray<Rung>>((rungs, step, index) => {
    const last = rungs.at(-1)
    return index === 0 || step.start === "afterPrevious" || last === undefined
      ? [...rungs, [step]]
      : [...rungs.slice(0, -1), [...last, step]]
  }, [])

/** What is known of a person, as conditions and stops ask for it. */
export type PersonFacts = {
  /** Whether a step of the rung before reached them: a text on the phone, a call that was answered. */
  readonly wasReached: boolean
  /** Whether a call of the ladder was answered. */
  readonly hasAnswered: boolean
  readonly hasReplied: boolean
  /** Whether they opened a link of a text of the ladder (docs/decisions/105-opened-links.md). */
  readonly hasClicked: boolean
  readonly hasBooked: boolean
  /** What rules set last by their replies, by the value's name. */
  readonly values: Readonly<Record<string, string>>
}

const plain = (value: string): string => value.normalize("NFKC").trim().toLowerCase()

/** Whether two values are the same: the case of letters and spaces around them say nothing. */
export const isSameValue = (one: string, other: string): boolean => plain(one) === plain(other)

const hasValue = ({ values }: PersonFacts, asked: ReplyValue | undefined): boolean => {
  const own = asked === undefined ? undefined : values[asked.name]
  return asked !== undefined && own !== undefined && isSameValue(own, asked.value)
}

/** Whether a person gets a step. Of the first rung only one about a value can fail. */
export const isMet = ({ onlyIf, ifValue }: Pick<LadderStep, "onlyIf" | "ifValue">, person: PersonFacts): boolean => {
  switch (onlyIf) {
    case "always":
      return true
    case "notDelivered":
      return !person.wasReached
    case "noAnswer":
      return !person.hasAnswered
    case "noReply":
      return !person.hasReplied
    case "notClicked":
      return !person.hasClicked
    case "notBooked":
      return !person.hasBooked
    case "valueIs":
      return hasValue(person, ifValue)
    case "valueIsNot":
      return !hasValue(person, ifValue)
  }
}
