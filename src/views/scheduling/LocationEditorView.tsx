import type { ReactNode } from "react"
import type { LocationEditorEvent, LocationEditorSnapshot } from "#machines/scheduling/locationEditor.machine.ts"
import type { FormValues } from "#machines/session/form.machine.ts"
import type { LocationGroupCount } from "#schemas/scheduling/location.ts"
import { usualShift, type LocationDraft } from "#schemas/scheduling/locationDraft.ts"
import { EditorPage } from "#views/parts/EditorPage.tsx"
import { AddressFields, addressFields } from "#views/parts/AddressFields.tsx"
import { compareValues } from "#views/parts/compareValues.tsx"
import { DateField } from "#views/parts/DateField.tsx"
import { CheckField, TextField } from "#views/parts/Field.tsx"
import { Form, fieldValue, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { ListField } from "#views/parts/ListField.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { TimeField } from "#views/parts/TimeField.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { ZoneField } from "#views/parts/ZoneField.tsx"
import { GroupField } from "./GroupField.tsx"
import { useShifts } from "./openingHours.ts"
import { useWeekdays } from "./weekdays.ts"

type Props = {
  readonly page: Seen<LocationEditorSnapshot, LocationEditorEvent>
  readonly url: PageUrl
  /** The groups that there are. */
  readonly groups: SeenReading<ReadonlyArray<LocationGroupCount>>
  readonly form: SeenForm | undefined
  /** What finds an address and fills it in, where there is something. */
  readonly finder?: (form: SeenForm) => ReactNode
}
type FormProps = { readonly form: SeenForm; readonly id: string }

const formId = "location"
const emptyShift = { from: "", to: "" }
const emptyClosure = { from: "", to: "", reason: "" }

const countIn = (form: SeenForm, name: string): number => {
  const items = fieldValue(form, name)
  return Array.isArray(items) ? items.length : 0
}

/** The names of all fields as the error summary lists them, those of rows with their day or number. */
const useLabels = (form: SeenForm): Readonly<Record<string, string>> => {
  const words = useWords()
  const weekdays = useWeekdays()
  const labels = new Map<string, string>()
  labels.set("name", words("locations.name"))
  labels.set("internalName", words("location.internalName"))
  labels.set("group", words("locations.group"))
  for (const field of addressFields) labels.set(field, words(`part.address.${field}`))
  for (const field of ["latitude", "longitude"] as const) labels.set(field, words(`location.${field}`))
  labels.set("phone", words("location.phone"))
  labels.set("timezone", words("locations.zone"))
  labels.set("isPublic", words("location.booking"))
  for (const [day, name] of weekdays.entries()) {
    labels.set(`hours.${day}`, name)
    for (let place = 0; place < countIn(form, `hours.${day}`); place += 1) {
      const shift = words("location.field.shift", { day: name, number: place + 1 })
      for (const end of ["from", "to"] as const)
        labels.set(`hours.${day}.${place}.${end}`, `${shift}, ${words(`location.field.${end}`)}`)
    }
  }
  labels.set("closures", words("location.closures"))
  for (let place = 0; place < countIn(form, "closures"); place += 1) {
    const closure = words("location.field.closure", { number: place + 1 })
    labels.set(`closures.${place}.from`, `${closure}, ${words("location.field.firstDay")}`)
    labels.set(`closures.${place}.to`, `${closure}, ${words("location.field.lastDay")}`)
    labels.set(`closures.${place}.reason`, `${closure}, ${words("location.field.reason")}`)
  }
  return Object.fromEntries(labels)
}

/** Where it stands on the map, where someone knows it better than the ZIP code does. */
const PositionFields = (props: FormProps) => {
  const words = useWords()
  return (["latitude", "longitude"] as const).map((name) => (
    <TextField
      key={name}
      {...props}
      name={name}
      type="number"
      optional
      label={words(`location.${name}`)}
      {...(name === "latitude" ? { hint: words("location.field.position.hint") } : {})}
    />
  ))
}

/** Where the zone that stands there came from, as long as no one chose it. */
const useZoneHint = ({ snapshot }: Props["page"]) => {
  const words = useWords()
  const { given, zoneOf } = snapshot.context
  if (given === null) return {}
  return {
    hint: zoneOf === null ? words("location.field.zone.company") : words("location.field.zone.zip", { zip: zoneOf }),
  }
}

const About = ({
  page,
  groups,
  finder,
  ...props
}: FormProps & Pick<Props, "page" | "groups"> & { readonly finder: ReactNode }) => {
  const words = useWords()
  const zoneHint = useZoneHint(page)
  return (
    <Section title={words("location.about")}>
      <div className="form-fields">
        <TextField {...props} name="name" label={words("locations.name")} maxLength={160} />
        <TextField
          {...props}
          name="internalName"
          optional
          label={words("location.internalName")}
          hint={words("location.field.internalName.hint")}
          maxLength={80}
        />
        <GroupField
          {...props}
          name="group"
          optional
          label={words("locations.group")}
          hint={words("location.field.group.hint")}
          groups={groups.snapshot.context.data ?? []}
        />
        {finder}
        <AddressFields {...props} prefix="" />
        <PositionFields {...props} />
        <TextField {...props} name="phone" optional type="tel" label={words("location.phone")} maxLength={64} />
        <ZoneField {...props} name="timezone" label={words("locations.zone")} {...zoneHint} />
        <CheckField {...props} name="isPublic" label={words("location.field.isPublic")} />
      </div>
    </Section>
  )
}

const Hours = (props: FormProps) => {
  const words = useWords()
  const weekdays = useWeekdays()
  return (
    <Section title={words("location.hours")}>
      <div className="form-fields">
        <p className="muted">{words("location.field.hours.hint")}</p>
        {weekdays.map((name, day) => (
          <ListField
            key={name}
            {...props}
            name={`hours.${day}`}
            label={name}
            itemLabel={(number) => words("location.field.shift", { day: name, number })}
            addLabel={words("location.field.shift.add", { day: name })}
            none={words("location.closed")}
            empty={countIn(props.form, `hours.${day}`) === 0 ? usualShift : emptyShift}
          >
            {(prefix) => (
              <>
                <TimeField {...props} name={`${prefix}.from`} label={words("location.field.from")} />
                <TimeField {...props} name={`${prefix}.to`} label={words("location.field.to")} />
              </>
            )}
          </ListField>
        ))}
      </div>
    </Section>
  )
}

const Closures = (props: FormProps) => {
  const words = useWords()
  return (
    <Section title={words("location.closures")}>
      <div className="form-fields">
        <ListField
          {...props}
          name="closures"
          label={words("location.closures")}
          hint={words("location.field.closures.hint")}
          itemLabel={(number) => words("location.field.closure", { number })}
          addLabel={words("location.field.closure.add")}
          none={words("location.closures.none")}
          empty={emptyClosure}
        >
          {(prefix) => (
            <>
              <DateField {...props} name={`${prefix}.from`} label={words("location.field.firstDay")} />
              <DateField {...props} name={`${prefix}.to`} label={words("location.field.lastDay")} />
              <TextField {...props} name={`${prefix}.reason`} label={words("location.field.reason")} maxLength={120} />
            </>
          )}
        </ListField>
      </div>
    </Section>
  )
}

/** What someone else saved next to what the form holds, each day and the choice of booking in words. */
const useCompare = (labels: Readonly<Record<string, string>>): Compare => {
  const words = useWords()
  const shown = useShifts()
  const readable = ({ hours, isPublic, ...values }: FormValues): FormValues => ({
    ...values,
    ...Object.fromEntries((hours as LocationDraft["hours"]).map((shifts, day) => [`hours.${day}`, shown(shifts)])),
    isPublic: words(isPublic === true ? "location.isPublic" : "location.isNotPublic"),
  })
  const compare = compareValues(labels)
  return (theirs, mine) => compare(readable(theirs), readable(mine))
}

const Writing = ({ page, url, groups, form: running, finder }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const form = leavingFor(url.href({ new: null, edit: null }), running)
  const props = { form, id: formId }
  const labels = useLabels(form)
  return (
    <Form form={form} id={formId} labels={labels} submitLabel={words("location.save")} compare={useCompare(labels)}>
      <div className="form-columns">
        <div>
          <About {...props} page={page} groups={groups} finder={finder?.(form)} />
        </div>
        <div>
          <Hours {...props} />
          <Closures {...props} />
        </div>
      </div>
    </Form>
  )
}

/** `/location?new` and `/location?edit=…`: sets up a location (docs/policy.md#locations). */
export const LocationEditorView = (props: Props) => {
  const { page, url, form } = props
  const { opened } = page.snapshot.context
  const edited = url.search["edit"]
  const words = useWords()
  return (
    <EditorPage
      id="location-editor"
      title={words("location.editor.title")}
      list={{ label: words("locations.title"), href: url.href({ new: null, edit: null, id: null }) }}
      {...(edited === undefined || opened === null
        ? {}
        : { thing: { label: opened.name, href: url.href({ edit: null, id: edited }) } })}
      page={page}
    >
      {form !== undefined && <Writing {...props} form={form} />}
    </EditorPage>
  )
}
