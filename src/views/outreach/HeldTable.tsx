import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import { placeOfZone, Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { Counted } from "./Counted.tsx"

type Group = { readonly until: string; readonly zone: string }

/** When quiet hours let people's texts go, by the zone they live in: two zones may have the same clock and another name. */
export const HeldTable = (props: Pick<CampaignCheck, "held"> & { readonly hrefOf?: (group: Group) => string }) => {
  const words = useWords()
  return (
    <Counted
      what={words("check.released")}
      count={words("check.people")}
      rows={props.held.map(({ until, zone, people }) => ({
        ...(props.hrefOf === undefined ? {} : { href: props.hrefOf({ until, zone }) }),
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
