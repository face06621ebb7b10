import { useContext } from "react"
import { useIntl, type IntlShape } from "react-intl"
import { usualZones } from "#schemas/zones.ts"
import { Combo, type ComboControl, type ComboOption } from "./Combo.tsx"
import { Field, fieldText, type FieldProps } from "./Field.tsx"
import { changeField } from "./Form.tsx"
import { nameOfZone, Now, placeOfZone } from "./Time.tsx"

/** The most zones that are listed at once. */
const listed = 40

type Named = { readonly zone: string; readonly name: string; readonly searched: string }

const namedZone = (intl: IntlShape, zone: string): Named => {
  const name = nameOfZone(intl, zone)
  return { zone, name, searched: `${name} ${zone.replaceAll(/[/_]/g, " ")}`.toLowerCase() }
}

const known = new Map<string, ReadonlyArray<Named>>()

/** Every zone, the usual ones first; naming hundreds takes long enough to be done once. */
const everyZone = (intl: IntlShape): ReadonlyArray<Named> => {
  const before = known.get(intl.locale)
  if (before !== undefined) return before
  const zones = [...new Set<string>([...usualZones, ...Intl.supportedValuesOf("timeZone")])]
  const named = zones.map((zone) => namedZone(intl, zone))
  known.set(intl.locale, named)
  return named
}

/** The zones whose name or place has every written word; the usual ones while nothing is written. */
const zonesFor = (intl: IntlShape, text: string): ReadonlyArray<Named> => {
  const written = text
    .toLowerCase()
    .split(/[\s,/_]+/u)
    .filter((word) => word !== "")
  return written.length === 0
    ? usualZones.map((zone) => namedZone(intl, zone))
    : everyZone(intl)
        .filter(({ searched }) => written.every((word) => searched.includes(word)))
        .slice(0, listed)
}

const optionOf = (intl: IntlShape, now: number | null, { zone, name }: Named): ComboOption => {
  const place = zone.includes("/") ? [placeOfZone(zone)] : []
  const time = now === null ? [] : [intl.formatTime(now, { hour: "numeric", minute: "2-digit", timeZone: zone })]
  return { value: zone, label: name, note: [...place, ...time].join(", ") }
}

/** A field for a zone by its usual name, found by its name or a place in it; each with the time it is there. */
export const ZoneInput = (
  props: ComboControl & {
    readonly value: string
    readonly onChange: (zone: string) => void
    /** Stands first, for no zone: an empty text. */
    readonly none?: string
  },
) => {
  const { value, onChange, none, ...control } = props
  const intl = useIntl()
  const now = useContext(Now)
  return (
    <Combo
      {...control}
      value={value}
      shown={value === "" ? (none ?? "") : nameOfZone(intl, value)}
      optionsFor={(text) => [
        ...(none === undefined || text.trim() !== "" ? [] : [{ value: "", label: none }]),
        ...zonesFor(intl, text).map((zone) => optionOf(intl, now, zone)),
      ]}
      onChoose={onChange}
    />
  )
}

/** A zone in a form, by IANA id; `none` is the entry that chooses no zone, for a field that may be null. */
export const ZoneField = ({ none, ...props }: FieldProps & { readonly none?: string }) => (
  <Field {...props}>
    {(control) => (
      <ZoneInput
        {...control}
        {...(none === undefined ? {} : { none })}
        value={fieldText(props.form, props.name)}
        onChange={(zone) => changeField(props.form, props.name, zone === "" && none !== undefined ? null : zone)}
      />
    )}
  </Field>
)
