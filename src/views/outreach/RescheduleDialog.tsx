import { useIntl } from "react-intl"
import { instantOf, type StartValues } from "#schemas/outreach/campaignForm.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { Form, isSubmitting, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { Modal } from "#views/parts/Modal.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { StartOn } from "./CampaignFields.tsx"
import { ZoneField } from "#views/parts/ZoneField.tsx"

const formId = "reschedule"

const Compared = ({ theirs, mine }: { readonly theirs: StartValues; readonly mine: StartValues }) => {
  const words = useWords()
  const intl = useIntl()
  const said = ({ startOn, zone }: StartValues): string => {
    const at = instantOf(startOn, zone)
    return at === null ? "" : intl.formatDate(at, { dateStyle: "full", timeStyle: "short" })
  }
  return <Comparison rows={[{ label: words("campaign.field.when"), mine: said(mine), theirs: said(theirs) }]} />
}

const compareStarts: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as StartValues} mine={mine as unknown as StartValues} />
)

/** Another start for a campaign that is scheduled and has not begun. */
export const RescheduleDialog = ({ form }: { readonly form: SeenForm | undefined }) => {
  const words = useWords()
  return (
    <Modal
      open={form !== undefined}
      busy={form !== undefined && isSubmitting(form)}
      title={words("campaign.reschedule.title")}
      onClose={() => form?.send({ type: "discard.pressed" })}
    >
      {form !== undefined && (
        <div className="reschedule">
          <p>{words("campaign.reschedule.text")}</p>
          <Form
            form={form}
            id={formId}
            labels={{ startOn: words("campaign.field.startOn"), zone: words("campaign.field.zone") }}
            submitLabel={words("campaign.reschedule")}
            compare={compareStarts}
          >
            <StartOn form={form} id={formId} />
            <ZoneField form={form} id={formId} name="zone" label={words("campaign.field.zone")} />
          </Form>
        </div>
      )}
    </Modal>
  )
}
