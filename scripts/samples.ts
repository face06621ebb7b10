import { mkdirSync, writeFileSync } from "node:fs"
import { stringify } from "csv-stringify/sync"
import { samplePeople } from "#server/demo/companies.ts"
import { makePeople, type DemoPerson } from "#server/demo/people.ts"
import { seededRandom } from "#server/demo/random.ts"

// Writes docs/samples/patients.csv: a list as a clinic's own system exports it, for newcomers to import.

const header = ["MRN", "First Name", "Last Name", "Mobile Phone", "Date of Birth", "Language", "ZIP", "Email", "Clinic"]

const random = seededRandom("sample file")

/** Numbers as people write them. */
const written = (phone: string): string => {
  const [area, exchange, line] = [phone.slice(2, 5), phone.slice(5, 8), phone.slice(8)]
  return random.pick([
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `+1 ${area} ${exchange} ${line}`,
    phone,
  ])
}

const rowOf = (person: DemoPerson): Array<string> => [
  person.externalId,
  person.firstName,
  person.lastName,
  person.phone === null ? "" : written(person.phone),
  person.dob,
  person.language,
  person.zip,
  person.email ?? "",
  person.custom.clinic ?? "",
]

/** What goes wrong in real files, one kind each, by the place of its row. */
const mistakes: Readonly<Record<number, (row: Array<string>) => Array<string>>> = {
  16: (row) => row.with(3, "415-555-01"),
  47: (row) => row.with(3, "ask at desk"),
  83: (row) => row.with(4, "1980-02-31"),
  121: (row) => row.with(7, "maria.lopez(at)example.com"),
  158: (row) => row.with(0, "").with(3, ""),
  199: (row) => [...row, "moved in May"],
  240: (row) => row.with(3, "+1 999 999 9999"),
  277: (row) => row.with(4, "unknown"),
}

const rows = makePeople(random, samplePeople()).map((person, place) =>
  (mistakes[place] ?? ((row) => row))(rowOf(person)),
)
const folder = new URL("../docs/samples/", import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL("patients.csv", folder), stringify([header, ...rows]))
