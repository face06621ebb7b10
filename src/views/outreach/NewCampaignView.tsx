import { Link } from "wouter"
import type { NewCampaignEvent, NewCampaignSnapshot } from "#machines/outreach/newCampaign.machine.ts"
import type { CampaignChoices } from "#schemas/outreach/campaignForm.ts"
import { Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { LeaveDialog } from "#views/parts/LeaveDialog.tsx"
import { Page } from "#views/parts/Page.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { CampaignFields } from "./CampaignFields.tsx"
import { CheckedCampaign } from "./CheckedCampaign.tsx"

type Props = {
  readonly page: Seen<NewCampaignSnapshot, NewCampaignEvent>
  readonly url: PageUrl
  readonly form: SeenForm | undefined
}

const formId = "campaign"

const Filling = (props: Props & { readonly form: SeenForm; readonly choices: CampaignChoices }) => {
  const words = useWords()
  const { url, choices } = props
  const form = leavingFor(url.href({ new: null, template: null }), props.form)
  const labels = {
    name: words("campaign.field.name"),
    purpose: words("campaign.field.purpose"),
    templateId: words("campaign.field.template"),
    listId: words("campaign.field.list"),
    senderId: words("campaign.field.sender"),
    startOn: words("campaign.field.startOn"),
    startAt: words("campaign.field.when"),
  }
  return (
    <Form form={form} id={formId} labels={labels} submitLabel={words("campaign.check")}>
      <CampaignFields form={form} choices={choices} id={formId} />
    </Form>
  )
}

/** `/campaign?new`: put together, check, create. Nothing is sent here (docs/policy.md#campaigns). */
export const NewCampaignView = (props: Props) => {
  const { page, url, form } = props
  const words = useWords()
  const { snapshot, send } = page
  const { choices, problem } = snapshot.context
  const couldNotPrepare = snapshot.matches("couldNotPrepare")
  const isChecked = snapshot.matches({ drafting: "checked" }) || snapshot.matches({ drafting: "creating" })
  return (
    <Page
      // The button that was pressed goes with its step: the heading takes the focus as a new page's would.
      key={isChecked ? "checked" : "filling"}
      title={words("campaign.new.title")}
      lead={words("campaign.new.lead")}
      actions={<Link href={url.href({ new: null, template: null })}>{words("campaign.new.back")}</Link>}
    >
      {snapshot.matches("preparing") && <Skeleton lines={8} />}
      {couldNotPrepare && problem !== null && (
        <ProblemNotice
          title={words("part.couldNotLoad")}
          problem={problem}
          onRetry={() => send({ type: "retry.pressed" })}
        />
      )}
      {form !== undefined && choices !== null && !isChecked && <Filling {...props} form={form} choices={choices} />}
      <CheckedCampaign {...page} />
      {form !== undefined && isChecked && <LeaveDialog form={form} />}
    </Page>
  )
}
