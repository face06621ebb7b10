import type { Appointment } from "#schemas/scheduling/appointment.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { Word } from "#views/parts/Words.tsx"

/** The mark of an appointment whose seat was given beyond those of its slot; none for any other. A space before it keeps both words apart. */
export const OverbookedTag = ({ of }: { readonly of: Pick<Appointment, "isOverbooked"> }) =>
  of.isOverbooked ? (
    <>
      {" "}
      <StateTag tone="warning">
        <Word id="appointment.overbooked" />
      </StateTag>
    </>
  ) : null
