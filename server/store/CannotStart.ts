import { Data } from "effect"

/** The store cannot be opened; `message` is one clear line for the person who started the program. */
export class CannotStart extends Data.TaggedError("CannotStart")<{
  readonly message: string
  readonly cause?: unknown
}> {}
