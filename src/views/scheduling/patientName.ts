import type { Patient } from "#schemas/people/patient.ts"

/** A patient as lists name them. */
export const nameOf = ({ firstName, lastName }: Pick<Patient, "firstName" | "lastName">): string =>
  `${lastName}, ${firstName}`
