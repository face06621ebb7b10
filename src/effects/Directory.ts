import { Effect } from "effect"
import type { DirectoryKind, DirectoryToken } from "#schemas/administration/directory.ts"
import { UserGroup } from "#schemas/administration/userCalls.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"

/** How the directory of the company one works for is connected. */
export const readDirectory = () => callApi(UserGroup, (api) => api.GetDirectory({}))

/**
 * Makes a token for a directory; gives its text, once. It is sent without a key of its own, because no answer with a
 * token is kept: a repetition makes another one.
 */
export const makeDirectoryToken = (token: { readonly name: DirectoryKind }) =>
  Effect.map(
    callApi(UserGroup, (api) => api.MakeDirectoryToken({ headers: {}, payload: { token } })),
    ({ data }) => data.token,
  )

/** Ends a token at once. */
export const revokeDirectoryToken = ({ tokenId }: DirectoryToken, commandId: string) =>
  Effect.asVoid(
    callApi(UserGroup, (api) => api.RevokeDirectoryToken({ headers: commandHeaders(commandId), payload: { tokenId } })),
  )
