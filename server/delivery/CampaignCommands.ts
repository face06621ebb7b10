import { Context, type Effect } from "effect"

/**
 * The commands the sending engine gives by itself. This room may not use the
 * command path, so the program's layers provide it. Both succeed when
 * the campaign no longer takes the command: someone was first.
 */
export class CampaignCommands extends Context.Service<
  CampaignCommands,
  {
    /** Launches a scheduled campaign whose time has come. */
    readonly start: (companyId: number, campaignId: number) => Effect.Effect<void>
    /** Completes a campaign in which nothing is left to decide. */
    readonly complete: (companyId: number, campaignId: number) => Effect.Effect<void>
  }
>()("admin-view/delivery/CampaignCommands") {}
