import { HttpServerResponse } from "effect/http"

/**
 * Makes an answer say that the person's rights are others than the token's (docs/architecture.md#rights-and-companies).
 * @param what the access ids that the token lacks; "1" for a person who may not come in any more.
 */
export const sayRightsChanged = (response: HttpServerResponse.HttpServerResponse, what: string) =>
  HttpServerResponse.setHeader(response, "rights-changed", what)
