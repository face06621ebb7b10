import type { LocationGroupCount } from "#schemas/scheduling/location.ts"
import { Combo, type ComboOption } from "#views/parts/Combo.tsx"
import { Field, fieldText, type FieldProps } from "#views/parts/Field.tsx"
import { changeField } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Groups = ReadonlyArray<LocationGroupCount>

const plain = (text: string): string => text.trim().replaceAll(/\s+/gu, " ").toLowerCase()

/** The group that is meant by what was written: "bay area" is no other than "Bay Area". */
const meant = (groups: Groups, text: string): LocationGroupCount | undefined =>
  groups.find(({ name }) => plain(name) === plain(text))

const useOptions = (groups: Groups): ((text: string) => ReadonlyArray<ComboOption>) => {
  const words = useWords()
  const known = ({ name, locations }: LocationGroupCount): ComboOption => ({
    value: name,
    label: name,
    note: words("location.field.group.locations", { count: locations }),
  })
  return (text) => {
    const same = meant(groups, text)
    const others = groups.filter((group) => group !== same && plain(group.name).includes(plain(text)))
    const written = text.trim() === "" ? [] : [{ value: text, label: text, note: words("location.field.group.new") }]
    return [...(same === undefined ? written : [known(same)]), ...others.map(known)]
  }
}

/** The group of a location: one that there is, or a new one by its name. */
export const GroupField = ({ groups, ...props }: FieldProps & { readonly groups: Groups }) => {
  const value = fieldText(props.form, props.name)
  const change = (group: string): void => changeField(props.form, props.name, group)
  const optionsFor = useOptions(groups)
  return (
    <Field {...props}>
      {(control) => (
        <Combo
          {...control}
          value={value}
          shown={value}
          optionsFor={optionsFor}
          onChoose={change}
          onWrite={(text) => change(meant(groups, text)?.name ?? text)}
        />
      )}
    </Field>
  )
}
