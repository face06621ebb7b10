import { Link } from "wouter"
import type { AppointmentTexts, TextKind } from "#schemas/scheduling/appointmentText.ts"
import { changeField, fieldId, fieldValue, isSubmitting, type SeenForm } from "#views/parts/Form.tsx"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Props = { readonly form: SeenForm; readonly id: string; readonly opened: AppointmentTexts }

/** The template of a kind and, where its campaign was stopped, the way there. */
const Where = ({ opened, kind }: Pick<Props, "opened"> & { readonly kind: TextKind }) => {
  const words = useWords()
  const campaign = opened.campaigns.find((one) => one.kind === kind)
  if (campaign === undefined) return <span className="hint">{words("texts.template.none")}</span>
  return (
    <>
      <Link href={`/sms?id=${campaign.templateHashedId}`}>
        {words("texts.template", { name: campaign.templateName })}
      </Link>
      {campaign.campaignState !== "running" && opened.kinds.includes(kind) && (
        <>
          <span className="field-error">{words("texts.stopped")}</span>
          <Link href={`/campaign?id=${campaign.campaignHashedId}`}>{words("texts.campaign")}</Link>
        </>
      )}
    </>
  )
}

/** Each kind of text: on or off, when it goes, its template, and what it says. */
export const TextKinds = ({ form, id, opened }: Props) => {
  const words = useWords()
  const chosen = fieldValue(form, "kinds") as ReadonlyArray<TextKind>
  const toggle = (kind: TextKind): void =>
    changeField(
      form,
      "kinds",
      opened.previews
        .map((one) => one.kind)
        .filter((one) => (one === kind ? !chosen.includes(one) : chosen.includes(one))),
    )
  return (
    <fieldset className="text-kinds" id={fieldId(id, "kinds")} tabIndex={-1}>
      <legend>{words("texts.kinds")}</legend>
      <ul>
        {opened.previews.map(({ kind, text }) => {
          const control = fieldId(id, `kind.${kind}`)
          const name = words(`texts.kind.${kind}`)
          return (
            <li key={kind} className={chosen.includes(kind) ? "text-kind" : "text-kind text-kind-off"}>
              <div className="text-kind-choice">
                <div className="field-check">
                  <input
                    id={control}
                    type="checkbox"
                    aria-describedby={`${control}-hint`}
                    checked={chosen.includes(kind)}
                    disabled={isSubmitting(form)}
                    onChange={() => toggle(kind)}
                  />
                  <label htmlFor={control}>{name}</label>
                </div>
                <p id={`${control}-hint`} className="field-hint">
                  {words(`texts.kind.${kind}.text`)}
                </p>
                <Where opened={opened} kind={kind} />
              </div>
              <section aria-label={words("texts.preview", { kind: name })}>
                <PhoneText text={text} />
              </section>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
