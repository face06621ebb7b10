import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { CompanyId, inQuery } from "../ids.ts"
import { Reply } from "../reply.ts"
import { CompanyCard, SaveCardInfo } from "./card.ts"

/** Whose card it is. */
const whose = { companyId: inQuery(CompanyId) }

/** The calls of cards (docs/policy.md#cards). */
export class PaymentGroup extends HttpApiGroup.make("Payment")
  .add(
    HttpApiEndpoint.get("GetCardInfo", "/GetCardInfo", { query: whose, success: Reply(CompanyCard) }).annotate(
      OpenApi.Summary,
      "Gives the masked card of a company, and where another one is typed.",
    ),
    HttpApiEndpoint.post("SaveCardInfo", "/SaveCardInfo", {
      headers: versionedHeaders,
      query: whose,
      payload: SaveCardInfo,
      success: Reply(CompanyCard),
    }).annotate(OpenApi.Summary, "Keeps the card that the processor gave a token for, in place of the one before."),
    HttpApiEndpoint.delete("DeleteCardInfo", "/DeleteCardInfo", {
      headers: versionedHeaders,
      query: whose,
      success: Reply(CompanyCard),
    }).annotate(OpenApi.Summary, "Removes the card of a company."),
  )
  .middleware(SignedIn)
  .prefix("/Payment")
  .annotate(OpenApi.Description, "The card that a company pays with.") {}
