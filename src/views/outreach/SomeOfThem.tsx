import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

const shown = 3

/** Three of the people of a check, others each time they are asked for. */
export const threeOf = (samples: CampaignCheck["samples"], turn: number): CampaignCheck["samples"] => {
  if (samples.length <= shown) return samples
  return Array.from({ length: shown }, (_, index) => samples[(turn * shown + index) % samples.length]).filter(
    (sample) => sample !== undefined,
  )
}

/** Real people with where they live, when it reaches them on their own clock, and the text as they read it, or what they hear who press no key. */
export const SomeOfThem = (props: {
  readonly samples: CampaignCheck["samples"]
  readonly turn: number
  readonly type: ChannelName
}) => {
  const words = useWords()
  return (
    <ul className="some">
      {threeOf(props.samples, props.turn).map(({ patient, place, zone, at, text, segments }, index) => (
        <li key={`${patient} ${index}`}>
          <p className="some-head">
            <strong>{patient}</strong>
            <span>{place}</span>
            <span>
              <Time at={at} zone={zone} />
            </span>
            {props.type === "SMS" && (
              <span className="some-segments">{words("checked.gets.SMS", { segments: segments.segments })}</span>
            )}
          </p>
          <p className="bubble">{text}</p>
        </li>
      ))}
    </ul>
  )
}
