import { Schema } from "effect"
import { Import } from "./import.ts"
import { PatientList } from "./patient.ts"

/** A list as its page shows it. */
export const PatientListDetail = Schema.Struct({ list: PatientList, imports: Schema.Array(Import) }).annotate({
  identifier: "PatientListDetail",
})
export type PatientListDetail = typeof PatientListDetail.Type
