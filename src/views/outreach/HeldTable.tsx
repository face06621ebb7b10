import type { CampaignCheck } from "#schemas/outreach/campaign.ts"
import { placeOfZone, Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { Counted } from "./Counted.tsx"

/** When quiet hours let people's texts go, by the zone they live in: two zones may have the same clock and another name. */
export const HeldTable = ({ held }: Pick<CampaignCheck, "held">) => {
  const words = useWords()
  return (
    <Counted
      what={words("check.released")}
      count={words("check.people")}
      rows={held.map(({ until, zone, people }) => ({
        id: `${until} ${zone}`,
        what: (
          <>
            <Time at={until} zone={zone} /> <span className="small muted">{placeOfZone(zone)}</span>
          </>
        ),
        count: people,
      }))}
    />
  )
}
