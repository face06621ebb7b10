import type { Metadata } from "#server/store/Metadata.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** Metadata of an event that the system itself made, for tests in which it does not matter. */
export const systemMetadata = (companyId: CompanyId): Metadata => ({
  commandId: "command-1",
  actorId: null,
  companyId: null,
  actingCompanyId: companyId,
  correlationId: "correlation-1",
  causationId: null,
  at: "2026-11-21T09:30:00.000Z",
  sessionId: null,
  address: null,
})
