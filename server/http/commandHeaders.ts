import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import type { CommandOptions } from "#server/handle.ts"

/** The header every command may carry (docs/architecture.md#idempotency). */
type CommandHeaders = { readonly "idempotency-key"?: string }

/** Those of a command that is decided on what was seen. */
export type VersionedHeaders = CommandHeaders & { readonly "if-match"?: string }

/** What such a command's headers ask for; a version is written plain or as an entity tag. Fails with BadRequest for anything else. */
export const commandOptions = (headers: VersionedHeaders): Effect.Effect<CommandOptions, Problem> => {
  const tag = headers["if-match"]
  const commandId = headers["idempotency-key"]
  if (tag === undefined) return Effect.succeed({ commandId })
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(tag)?.[1]
  return version === undefined
    ? Effect.fail(problem("BadRequest", "If-Match must be a version number."))
    : Effect.succeed({ commandId, expectedVersion: Number(version) })
}

/** A company named in a body is an object reference: anything but the acting company is absent (docs/architecture.md#rights-and-companies). */
export const actingCompany = (person: Person, companyId: CompanyId): Effect.Effect<CompanyId, Problem> =>
  companyId === person.actingCompanyId ? Effect.succeed(companyId) : Effect.fail(notFound())
