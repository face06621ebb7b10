import { Button } from "@blueprintjs/core"
import { Cross } from "@blueprintjs/icons"
import { Link } from "wouter"
import type { TemplateLocationsEvent, TemplateLocationsSnapshot } from "#machines/outreach/templateLocations.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import type { MappableLocation, TemplateLocationsValues } from "#schemas/outreach/locationMapping.ts"
import { isLinked } from "#schemas/routes.ts"
import { Combo, type ComboOption } from "#views/parts/Combo.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Field } from "#views/parts/Field.tsx"
import { changeField, Form, isSubmitting, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<TemplateLocationsSnapshot, TemplateLocationsEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly form: SeenForm | undefined
}

const formId = "mapping"
const name = "locationIds"

const valuesIn = ({ snapshot }: SeenForm) => snapshot.context.values as unknown as TemplateLocationsValues
const chosenOf = ({ locations, locationIds }: TemplateLocationsValues) =>
  locations.filter(({ locationId }) => locationIds.includes(locationId))
const isFound = (label: string, text: string): boolean => label.toLowerCase().includes(text.trim().toLowerCase())

/** The locations that can be added, each alone or with its group, by what is written. */
const useOptions = (values: TemplateLocationsValues) => {
  const words = useWords()
  const others = values.locations.filter(({ locationId }) => !values.locationIds.includes(locationId))
  const groups = Map.groupBy(
    others.filter(({ group }) => group !== ""),
    ({ group }) => group,
  )
  const inGroups = [...groups].map(([group, locations]): ComboOption => ({
    value: `in:${group}`,
    label: words("mapping.group", { group }),
    note: words("mapping.count", { count: locations.length }),
  }))
  const alone = others.map(({ locationId, name: label, city }): ComboOption => ({
    value: String(locationId),
    label,
    note: city,
  }))
  return (text: string) =>
    [...inGroups, ...alone].filter(({ label, note = "" }) => isFound(`${label} ${note}`, text)).slice(0, 50)
}

const Add = ({ form, values }: { readonly form: SeenForm; readonly values: TemplateLocationsValues }) => {
  const words = useWords()
  const { locations, locationIds } = values
  const change = (ids: ReadonlyArray<MappableLocation["locationId"]>): void => changeField(form, name, ids)
  const add = (value: string): void => {
    const added = locations.filter(({ locationId, group }) => value === String(locationId) || value === `in:${group}`)
    change([...new Set([...locationIds, ...added.map(({ locationId }) => locationId)])])
  }
  const busy = isSubmitting(form)
  const optionsFor = useOptions(values)
  return (
    <div className="mapping-add">
      <Field form={form} id={formId} name={name} label={words("mapping.add")}>
        {(control) => (
          <Combo
            {...control}
            isForMore
            value=""
            shown=""
            placeholder={words("mapping.search")}
            optionsFor={optionsFor}
            onChoose={add}
          />
        )}
      </Field>
      <HeldButton
        text={words("mapping.all")}
        waits={busy}
        reason={locationIds.length === locations.length ? words("mapping.all.cannot") : undefined}
        onClick={() => change(locations.map(({ locationId }) => locationId))}
      />
      <HeldButton
        text={words("mapping.none")}
        waits={busy}
        reason={locationIds.length === 0 ? words("mapping.none.cannot") : undefined}
        onClick={() => change([])}
      />
    </div>
  )
}

const Chosen = ({ form, values }: { readonly form: SeenForm; readonly values: TemplateLocationsValues }) => {
  const words = useWords()
  const chosen = chosenOf(values)
  if (chosen.length === 0)
    return (
      <p className="muted">
        {words("mapping.public", {
          count: values.locations.filter(({ isPublic, status }) => isPublic && status === "active").length,
        })}
      </p>
    )
  return (
    <ul className="mapping-chosen" aria-label={words("mapping.chosen")}>
      {chosen.map(({ locationId, name: called, city, group, status }) => (
        <li key={locationId}>
          <span>
            <strong>{called}</strong> <span className="muted">{[city, group].filter(Boolean).join(" · ")}</span>
          </span>
          {status === "disabled" && <StateTag tone="neutral">{words("mapping.disabled")}</StateTag>}
          <Button
            variant="minimal"
            size="small"
            icon={<Cross size={14} />}
            aria-label={words("mapping.remove", { name: called })}
            disabled={isSubmitting(form)}
            onClick={() =>
              changeField(
                form,
                name,
                values.locationIds.filter((id) => id !== locationId),
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}

const Compared = (sides: { readonly theirs: TemplateLocationsValues; readonly mine: TemplateLocationsValues }) => {
  const words = useWords()
  const linesOf = (values: TemplateLocationsValues): string =>
    chosenOf(values)
      .map((location) => location.name)
      .join("\n")
  return (
    <Comparison rows={[{ label: words("mapping.chosen"), mine: linesOf(sides.mine), theirs: linesOf(sides.theirs) }]} />
  )
}

const compare: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as TemplateLocationsValues} mine={mine as unknown as TemplateLocationsValues} />
)

const NoLocations = ({ rights }: Pick<Props, "rights">) => {
  const words = useWords()
  return (
    <EmptyState
      title={words("mapping.noLocations")}
      action={isLinked("/location", rights) ? <Link href="/location">{words("locations.title")}</Link> : undefined}
    >
      {words("mapping.noLocations.text")}
    </EmptyState>
  )
}

/** `/sms?id=…&tab=locations`: chooses the locations that the links of a template's texts offer (docs/policy.md#links-of-patients). */
export const TemplateLocationsView = ({ page, url, rights, form: running }: Props) => {
  const words = useWords()
  const form = running && leavingFor(url.href({ tab: null }), running)
  const values = form && valuesIn(form)
  return (
    <Section title={words("mapping.title")} caption={words("mapping.about")}>
      <Opening page={page} lines={5} />
      {form !== undefined && values !== undefined && values.locations.length === 0 && <NoLocations rights={rights} />}
      {form !== undefined && values !== undefined && values.locations.length > 0 && (
        <Form
          form={form}
          id={formId}
          labels={{ [name]: words("mapping.add") }}
          submitLabel={words("mapping.save")}
          compare={compare}
          disabledReason={missingRight(rights, "Template.SaveLocationMapping")}
        >
          <Add form={form} values={values} />
          <Chosen form={form} values={values} />
        </Form>
      )}
    </Section>
  )
}
