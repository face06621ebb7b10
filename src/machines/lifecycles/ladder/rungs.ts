import type { LadderStep } from "#schemas/outreach/ladder.ts"

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
}

/** Whether a person gets a step. Of the first rung no condition can fail. */
export const isMet = ({ onlyIf }: Pick<LadderStep, "onlyIf">, person: PersonFacts): boolean => {
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
  }
}
