import { Result } from "effect"
import { cardTable, type CardState } from "#machines/lifecycles/card.lifecycle.ts"
import type { CardEvent } from "#schemas/administration/card.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { Decider } from "#server/decider.ts"

/** A company's card as decisions need it. */
export type CardFold = {
  readonly state: CardState
  readonly revision: number
  /** By what the processor knows it; null where there is none. */
  readonly cardId: string | null
}

/** What may be asked of a card; `changed` names the fields that differ from the one before. */
export type CardCommand =
  | {
      readonly _tag: "SaveCard"
      readonly cardId: string
      readonly lastMonth: string
      readonly changed: ReadonlyArray<string>
    }
  | { readonly _tag: "RemoveCard"; readonly changed: ReadonlyArray<string> }

const sentences: Readonly<Record<CardState, string>> = {
  none: "This company has no card.",
  kept: "This card can be replaced or removed.",
  removed: "This card was removed already.",
}

const decide: Decider<CardFold, CardCommand, CardEvent>["decide"] = (card, command) => {
  const revision = card.revision + 1
  const { changed } = command
  if (command._tag === "SaveCard" && card.state === "kept" && card.cardId === command.cardId) return Result.succeed([])
  const event: CardEvent =
    command._tag === "RemoveCard"
      ? { _tag: "CardRemoved", revision, changed }
      : { _tag: "CardSaved", revision, changed, cardId: command.cardId, lastMonth: command.lastMonth }
  const refused = (): Result.Result<ReadonlyArray<CardEvent>, Problem> =>
    Result.fail(problem("NotAllowedNow", sentences[card.state], { allowed: cardTable.allowed(card.state) }))
  return cardTable.next(card.state, event._tag) === undefined ? refused() : Result.succeed([event])
}

const evolve = (card: CardFold, event: CardEvent): CardFold => ({
  state: cardTable.next(card.state, event._tag) ?? card.state,
  revision: event.revision,
  cardId: event._tag === "CardSaved" ? event.cardId : null,
})

/** The card of a company: kept, replaced, removed (docs/policy.md#cards). */
export const cardDecider: Decider<CardFold, CardCommand, CardEvent> = {
  initialState: { state: "none", revision: 0, cardId: null },
  decide,
  evolve,
}
