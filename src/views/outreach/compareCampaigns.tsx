import { useIntl } from "react-intl"
import { draftOf, type CampaignChoices, type CampaignFormValues } from "#schemas/outreach/campaignForm.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import type { Compare } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Both = {
  readonly theirs: CampaignFormValues
  readonly mine: CampaignFormValues
  readonly choices: CampaignChoices
}

const Compared = ({ theirs, mine, choices }: Both) => {
  const words = useWords()
  const intl = useIntl()
  const row = (label: string, of: (values: CampaignFormValues) => string | undefined) => ({
    label,
    mine: of(mine) ?? "",
    theirs: of(theirs) ?? "",
  })
  const startOf = (values: CampaignFormValues): string => {
    const { startAt } = draftOf(values)
    return startAt === null
      ? words("campaign.field.when.now")
      : intl.formatDate(startAt, { dateStyle: "medium", timeStyle: "short" })
  }
  return (
    <Comparison
      rows={[
        row(words("campaign.field.name"), ({ name }) => name),
        row(
          words(`campaign.field.template.${mine.campaignType}`),
          (values) => choices.templates.find(({ templateId }) => templateId === values.templateId)?.name,
        ),
        row(words("campaign.field.purpose"), ({ purpose }) => words(`purpose.${purpose}`)),
        row(
          words("campaign.field.list"),
          (values) => choices.lists.find(({ listId }) => listId === values.listId)?.name,
        ),
        row(words("campaign.field.when"), startOf),
        row(
          words("campaign.field.sender"),
          (values) => choices.senders.find(({ senderId }) => senderId === values.senderId)?.label,
        ),
      ]}
    />
  )
}

/** A draft as someone else saved it, next to what the form holds. */
export const compareCampaigns =
  (choices: CampaignChoices): Compare =>
  (theirs, mine) => (
    <Compared
      theirs={theirs as unknown as CampaignFormValues}
      mine={mine as unknown as CampaignFormValues}
      choices={choices}
    />
  )
