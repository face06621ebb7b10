import { Effect } from "effect"
import type { SeenTerm, TermValues } from "#schemas/language/glossary.ts"
import { GlossaryGroup } from "#schemas/language/glossaryCalls.ts"
import { notFound, type Problem } from "#schemas/problem.ts"
import type { ApiClient } from "./ApiClient.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"

/** The terms of the company, each with the version of the glossary. */
export const readTerms = (_: object) =>
  Effect.map(
    callApi(GlossaryGroup, (api) => api.GetGlossary()),
    ({ data: { version, terms } }) => ({
      data: terms.map((term): SeenTerm => ({ ...term, streamVersion: version })),
    }),
  )

/** A term as it stands, for its form; `NotFound` when it is gone. */
export const openTerm = (values: TermValues): Effect.Effect<TermValues, Problem, ApiClient> =>
  Effect.flatMap(readTerms({}), ({ data }) => {
    if (values.termId === null) return Effect.succeed(values)
    const found = data.find(({ termId }) => termId === values.termId)
    return found === undefined ? Effect.fail(notFound()) : Effect.succeed(found)
  })

/** Saves a term; `StaleVersion` when the glossary was changed since it was read. A new one is decided on no version. */
export const saveTerm = ({ streamVersion, ...values }: TermValues, commandId: string) => {
  const { termId, kind, words, language, saidAs, note } = values
  return callApi(GlossaryGroup, (api) =>
    api.SaveTerm({
      headers: streamVersion === null ? commandHeaders(commandId) : versionedHeaders(commandId, streamVersion),
      payload: { termId, kind, words, language, saidAs, note },
    }),
  )
}

/** Removes a term; `StaleVersion` as above. */
export const removeTerm = ({ termId, streamVersion }: SeenTerm, commandId: string) =>
  Effect.asVoid(
    callApi(GlossaryGroup, (api) =>
      api.RemoveTerm({ headers: versionedHeaders(commandId, streamVersion), payload: { termId } }),
    ),
  )
