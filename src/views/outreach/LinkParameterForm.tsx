import { linkPlaces } from "#schemas/outreach/linkParameter.ts"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { Form, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"

const formId = "parameter"
const text = (value: unknown): string => (typeof value === "string" ? value : "")

const Compared = ({
  theirs,
  mine,
}: {
  readonly theirs: Parameters<Compare>[0]
  readonly mine: Parameters<Compare>[1]
}) => {
  const words = useWords()
  return (
    <Comparison
      rows={[
        { label: words("link.key"), mine: text(mine["key"]), theirs: text(theirs["key"]) },
        { label: words("link.value"), mine: text(mine["value"]), theirs: text(theirs["value"]) },
      ]}
    />
  )
}

/** Writes one parameter of a template's link. */
export const LinkParameterForm = ({ form }: { readonly form: SeenForm }) => {
  const words = useWords()
  const key = text(form.snapshot.context.values["key"])
  const labels = { key: words("link.key"), value: words("link.value"), in: words("link.place") }
  return (
    <Form
      form={form}
      id={formId}
      labels={labels}
      submitLabel={words("link.save")}
      compare={(theirs, mine) => <Compared theirs={theirs} mine={mine} />}
    >
      <TextField form={form} id={formId} name="key" label={labels.key} hint={words("link.key.hint")} maxLength={80} />
      <TextField
        form={form}
        id={formId}
        name="value"
        label={labels.value}
        maxLength={600}
        hint={
          <Word
            id="link.value.hint"
            values={{
              example: <code key="example">{"{{ externalId }}"}</code>,
              campaign: <code key="campaign">{"{{ campaignId }}"}</code>,
            }}
          />
        }
      />
      <SelectField
        form={form}
        id={formId}
        name="in"
        label={labels.in}
        options={linkPlaces.map((place) => ({
          value: place,
          label: words(`link.place.${place}`, { key: `{${key === "" ? "name" : key}}` }),
        }))}
      />
    </Form>
  )
}
