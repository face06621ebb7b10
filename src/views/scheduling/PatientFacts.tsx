import { phoneText } from "#views/people/patientValues.ts"
import { Day } from "#views/parts/Time.tsx"

/** What tells patients of one name apart, as people write it: patient id, phone, date of birth. */
export const PatientFacts = (props: {
  readonly externalId: string | null
  readonly phone: string | null
  readonly dob: string | null
}) => {
  const { externalId, phone, dob } = props
  const texts = [externalId ?? "", phone === null ? "" : phoneText(phone)].filter((text) => text !== "").join(", ")
  return (
    <>
      {texts}
      {dob !== null && (
        <>
          {texts !== "" && ", "}
          <Day on={dob} />
        </>
      )}
    </>
  )
}
