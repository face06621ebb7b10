import "#views/administration/flows.css"
import { useMemo } from "react"
import type { AnyStateMachine } from "xstate"
import { ladderChart } from "#machines/lifecycles/ladder/ladder.chart.ts"
import { mermaidOf } from "#machines/mermaid.ts"
import { pictureWords } from "#schemas/administration/pictureWords.ts"
import type { MultiCampaignFacts } from "#schemas/outreach/multiCampaign.ts"
import { multiCampaignWords } from "#schemas/outreach/multiCampaignWords.ts"
import { useWords } from "#views/parts/Words.tsx"
import { FlowPicture } from "../administration/FlowPicture.tsx"
import { addWords } from "../pageWords.ts"

addWords(pictureWords, multiCampaignWords)

/** A ladder drawn as the chart of one person's way through it. */
export const LadderChartPart = ({ ladder }: { readonly ladder: MultiCampaignFacts }) => {
  const words = useWords()
  const chart = useMemo(() => ladderChart(ladder) as unknown as AnyStateMachine, [ladder])
  return (
    <FlowPicture
      chart={chart.id}
      text={mermaidOf(chart, [], { caption: ({ key, description = key }) => description })}
      title={words("multi.chart.title", { name: ladder.name })}
    />
  )
}
