import { Context, type Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"

/**
 * The commands the sending engine gives by itself. This room may not use the
 * command path, so the program's layers provide it. Both succeed when
 * the campaign no longer takes the command: someone was first.
 */
export class CampaignCommands extends Context.Service<
  CampaignCommands,
  {
    /** Launches a scheduled campaign whose time has come. */
    readonly start: (companyId: CompanyId, campaignId: CampaignId) => Effect.Effect<void>
    /** Completes a campaign in which nothing is left to decide. */
    readonly complete: (companyId: CompanyId, campaignId: CampaignId) => Effect.Effect<void>
  }
>()("admin-view/delivery/CampaignCommands") {}
