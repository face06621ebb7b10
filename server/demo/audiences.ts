import type { DemoPerson } from "./people.ts"
import type { Random } from "./random.ts"

/** A list of the demo; `people` are places in the company's people, ascending. */
export type DemoList = { readonly name: string; readonly people: ReadonlyArray<number> }

const everyone = (people: ReadonlyArray<DemoPerson>): ReadonlyArray<number> => people.map((_, index) => index)

const choose = (random: Random, from: ReadonlyArray<number>, count: number): ReadonlyArray<number> =>
  random
    .shuffle(from)
    .slice(0, count)
    .sort((left, right) => left - right)

const where = (people: ReadonlyArray<DemoPerson>, test: (person: DemoPerson) => boolean): ReadonlyArray<number> =>
  everyone(people).filter((index) => test(people[index] as DemoPerson))

/** Northwind's lists: everyone, visitors and flu shots by clinic, check-ups, diabetes, Spanish speakers. */
export const northwindLists = (random: Random, people: ReadonlyArray<DemoPerson>): ReadonlyArray<DemoList> => {
  const clinics = [...new Set(people.map((person) => person.custom.clinic))]
    .filter((clinic) => clinic !== undefined)
    .sort()
  const of = (clinic: string) => where(people, (person) => person.custom.clinic === clinic)
  const older = where(people, (person) => person.dob < "1972")
  return [
    { name: "All patients", people: everyone(people) },
    ...clinics.map((clinic) => ({
      name: `Visitors of ${clinic}`,
      people: choose(random, of(clinic), random.int(210, 250)),
    })),
    ...clinics.map((clinic) => ({
      name: `Flu shots due, ${clinic}`,
      people: choose(random, of(clinic), random.int(260, 320)),
    })),
    { name: "Check-up due", people: choose(random, older, 290) },
    { name: "Diabetes care", people: choose(random, older, 170) },
    {
      name: "Pacientes en español",
      people: choose(
        random,
        where(people, (person) => person.language === "es"),
        240,
      ),
    },
  ]
}

/** Harbor's lists. */
export const harborLists = (random: Random, people: ReadonlyArray<DemoPerson>): ReadonlyArray<DemoList> => [
  { name: "All patients", people: everyone(people) },
  { name: "Cleaning due", people: choose(random, everyone(people), 80) },
  { name: "Visitors", people: choose(random, everyone(people), 60) },
]
