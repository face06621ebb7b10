import { Button } from "@blueprintjs/core"
import type { Problem } from "#schemas/problem.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** The nearest free times instead of one that someone else took, each a button. */
export const OfferedTimes = (props: {
  readonly offered: NonNullable<Problem["offered"]>
  readonly zone: string | undefined
  readonly onChoose: (slotId: SlotId) => void
}) => (
  <>
    {useWords()("booking.offered")}
    {props.offered.map(({ slotId, startsAt }) => (
      <Button key={slotId} size="small" onClick={() => props.onChoose(slotId as SlotId)}>
        <Time at={startsAt} zone={props.zone} />
      </Button>
    ))}
  </>
)
