import { Cross, Pause, Play, Trash } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { neverTexted } from "#schemas/outreach/progress.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { Campaign } from "#schemas/outreach/campaign.ts"
import type { BulkDeed } from "#views/parts/BulkBar.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { isAllowed } from "./campaignActions.ts"

const verbs = ["pause", "resume", "cancel", "delete"] as const

const icons: Record<(typeof verbs)[number], ReactNode> = {
  pause: <Pause size={16} aria-hidden="true" />,
  resume: <Play size={16} aria-hidden="true" />,
  cancel: <Cross size={16} aria-hidden="true" />,
  delete: <Trash size={16} aria-hidden="true" />,
}

const waitingIn = (campaigns: ReadonlyArray<Campaign>): number =>
  campaigns.reduce((sum, campaign) => sum + neverTexted(campaign), 0)

/** What may be done to several campaigns at once, by the person's rights; drafts alone are deleted together. */
export const useCampaignDeeds = (rights: Rights): ReadonlyArray<BulkDeed<Campaign>> => {
  const words = useWords()
  const may = (verb: (typeof verbs)[number]): boolean =>
    missingRight(rights, verb === "delete" ? "Campaign.DeleteCampaign" : "Campaign.ChangeState") === undefined
  return verbs.filter(may).map((verb) => ({
    verb,
    icon: icons[verb],
    can: (campaign) => isAllowed(verb, campaign) && (verb !== "delete" || campaign.state === "draft"),
    label: (count) => words(`campaigns.bulk.${verb}`, { count }),
    title: (count) => words(`campaigns.bulk.${verb}.title`, { count }),
    ...(verb === "cancel"
      ? { text: (campaigns) => words("campaign.cancel.text.both", { people: waitingIn(campaigns) }) }
      : {}),
    done: (count) => words(`campaigns.bulk.${verb}.done`, { count }),
    isDestructive: verb === "cancel" || verb === "delete",
  }))
}
