import { Context, type Effect } from "effect"
import type { Problem } from "#schemas/problem.ts"

/** Brings a sign-in code to a person; made from the mailer where the layers are composed. */
export class CodeSender extends Context.Service<
  CodeSender,
  {
    /** @param minutes how long the code works */
    readonly send: (to: string, code: string, minutes: number) => Effect.Effect<void, Problem>
  }
>()("admin-view/identity/CodeSender") {}
