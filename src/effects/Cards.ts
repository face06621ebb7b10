import { Effect } from "effect"
import type { CompanyCard } from "#schemas/administration/card.ts"
import { PaymentGroup } from "#schemas/administration/cardCalls.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"

/** The masked card of a company; `NotFound` for a company that is not the person's to see. */
export const readCard = (companyId: CompanyId) =>
  callApi(PaymentGroup, (api) => api.GetCardInfo({ query: { companyId } }))

/** A card as it was shown, and the token of another one. */
type Asked = { readonly shown: CompanyCard; readonly token: string | null }

/** Keeps the card of a token in place of the one that was shown. */
export const saveCard = ({ shown: { companyId, version }, token }: Asked, commandId: string) =>
  Effect.asVoid(
    callApi(PaymentGroup, (api) =>
      api.SaveCardInfo({
        headers: versionedHeaders(commandId, version),
        query: { companyId },
        payload: { token: token ?? "" },
      }),
    ),
  )

/** Removes the card that was shown. */
export const removeCard = ({ shown: { companyId, version } }: Asked, commandId: string) =>
  Effect.asVoid(
    callApi(PaymentGroup, (api) =>
      api.DeleteCardInfo({ headers: versionedHeaders(commandId, version), query: { companyId } }),
    ),
  )
