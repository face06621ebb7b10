import { Context, type Effect } from "effect"
import type { Problem } from "#schemas/problem.ts"

/**
 * The one way to another access token after a 401 (docs/policy.md#sessions), shared
 * by all who were refused at once: silently, else by asking the person. The renewal
 * chart decides, so the layer is made where charts are run.
 */
export class Renewal extends Context.Service<
  Renewal,
  {
    /**
     * Ends when a token is there that was not refused. `Unreachable`: try again later,
     * nothing is lost. Any other problem: only signing in from the start helps.
     */
    readonly refresh: Effect.Effect<void, Problem>
  }
>()("admin-view/effects/Renewal") {}
