import { openLadder, readTheirLadder, saveMultiCampaign, simulateLadder } from "#effects/LadderEditor.ts"
import { multiCampaignEditorMachine } from "#machines/outreach/multiCampaignEditor.machine.ts"
import type { Search } from "#machines/session/page.ts"
import type { LadderSimulation, MultiCampaign } from "#schemas/outreach/multiCampaign.ts"
import { notOfferedWords } from "#schemas/outreach/notOfferedWords.ts"
import { reasonWords } from "#schemas/outreach/reasonWords.ts"
import { ladderEditorWords } from "#schemas/outreach/ladderEditorWords.ts"
import { ladderPathWords } from "#schemas/outreach/ladderPathWords.ts"
import { checkLadder } from "#schemas/outreach/multiCampaignForm.ts"
import { multiCampaignWords } from "#schemas/outreach/multiCampaignWords.ts"
import { variantWords } from "#schemas/outreach/variantWords.ts"
import { MultiCampaignEditorView } from "#views/outreach/MultiCampaignEditorView.tsx"
import { intl } from "../intl.ts"
import { addressOf, leaveTo } from "../leaving.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"
import { workingPurpose } from "./workingPurpose.ts"

addWords(reasonWords, ladderEditorWords, ladderPathWords, multiCampaignWords, notOfferedWords, variantWords)

const logic = ({ operation, reading, form, companyZone }: Tools) =>
  multiCampaignEditorMachine.provide({
    actors: {
      open: operation((asked: Search) =>
        openLadder(asked, {
          zone: companyZone(),
          copied: intl().formatMessage({ id: "multi.copied" }),
          purpose: workingPurpose.read(),
        }),
      ),
      form: form({
        validate: checkLadder,
        submit: saveMultiCampaign,
        theirs: readTheirLadder,
        words: { success: "campaign.saved", failure: "campaign.notSaved" },
        nameOf: ({ name }) => name,
      }),
      simulation: reading(simulateLadder),
    },
    actions: {
      showSaved: ({ event }) => {
        const { output } = event as unknown as { readonly output: { readonly value: MultiCampaign | null } }
        leaveTo(addressOf("/multi", { id: output.value?.hashedId ?? null }))
      },
    },
  })

/** `/multi?new`, `/multi?new&from=…` and `/multi?edit=…`: the editor of a multi-campaign. */
export const MultiCampaignEditorPart = () => {
  const page = usePage(logic)
  useThingTitle(page.url.search["edit"] === undefined ? undefined : page.snapshot.context.opened?.values.name)
  return (
    <MultiCampaignEditorView
      page={page}
      url={page.url}
      rights={usePerson()}
      form={useForm(page.actor, "form")}
      simulation={useReading<LadderSimulation>(page.actor, "simulation")}
    />
  )
}
