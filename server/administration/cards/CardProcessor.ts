import { Context, Effect, Layer } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"

/** A card as its processor describes it, without number and security code. */
export type ProcessorCard = {
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly holderName: string
  readonly billingZip: string
}

/** Who is to pay with a card, and the id of the command that says so: asked again under it, the answer is the same. */
export type Attaching = { readonly companyId: CompanyId; readonly commandId: string }

const none = Effect.fail(problem("Unavailable", "No card processor is set up. Ask the operator of this program."))

/**
 * Where cards are typed and kept (decision 075). Numbers go from the person's browser to it alone; we know a card by a
 * token.
 */
export class CardProcessor extends Context.Service<
  CardProcessor,
  {
    /** The page with its fields, for a frame; null while no processor is set up. */
    readonly fieldsUrl: string | null
    /** Makes a token the card of a company. Fails with Invalid for one that is declined, used or unknown, and with Unavailable. */
    readonly attach: (token: string, to: Attaching) => Effect.Effect<ProcessorCard, Problem>
    /** Forgets a card; one that it does not know is forgotten already. Fails with Unavailable. */
    readonly detach: (token: string) => Effect.Effect<void, Problem>
  }
>()("admin-view/administration/CardProcessor") {
  /** No processor is set up: cards are neither typed nor removed. */
  static readonly layerNone = Layer.succeed(CardProcessor, { fieldsUrl: null, attach: () => none, detach: () => none })
}
