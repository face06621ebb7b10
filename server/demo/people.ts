import { whereabouts } from "#server/people/patients/zone.rule.ts"
import { languages } from "./names.ts"
import type { Place } from "./places.ts"
import type { Random } from "./random.ts"

/** One made-up person, in the words of the patients table. */
export type DemoPerson = {
  readonly externalId: string
  readonly firstName: string
  readonly lastName: string
  /** `YYYY-MM-DD`. */
  readonly dob: string
  readonly language: string
  readonly zip: string
  /** The zone of the ZIP code. */
  readonly timezone: string
  /** E.164, or null for someone without a phone. */
  readonly phone: string | null
  readonly phoneKind: "mobile" | "landline" | "voip" | "unknown"
  readonly email: string | null
  readonly custom: Readonly<Record<string, string>>
}

/** Gives out telephone numbers no one has: 555-0100 to 555-0199 of an area code are kept for fiction. */
export type PhoneBook = { readonly take: (place: Place) => string | undefined }

/**
 * A phone book that gives each number once.
 * @param least first of the last two digits given out, `most` the last.
 */
export const phoneBook = (least: number, most: number): PhoneBook => {
  const nextOf = new Map<string, number>()
  return {
    take: (place) => {
      const digits = nextOf.get(place.areaCode) ?? least
      if (digits > most) return undefined
      nextOf.set(place.areaCode, digits + 1)
      return `+1${place.areaCode}55501${String(digits).padStart(2, "0")}`
    },
  }
}

/** The accounts to make. */
export type PeoplePlan = {
  readonly company: { readonly country: string; readonly timezone: string }
  readonly count: number
  /** Regions with their weights. */
  readonly places: ReadonlyArray<readonly [ReadonlyArray<Place>, number]>
  /** Starts every patient number, for example `NW-`. */
  readonly prefix: string
  readonly clinics: ReadonlyArray<string>
  readonly phones: PhoneBook
  /** The newest year someone is born in. */
  readonly lastYear: number
}

const two = (value: number) => String(value).padStart(2, "0")

const asciiOf = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase()

/** People who live together sometimes give one number; they share name and place. */
type Household = { readonly lastName: string; readonly place: Place; readonly zip: string; readonly phone: string }

const onePerson = (random: Random, plan: PeoplePlan, index: number, household: Household | undefined) => {
  const place = household?.place ?? random.pick(random.weighted(plan.places))
  const language = random.weighted(languages)
  const firstName = random.pick(language.names.first)
  const lastName = household?.lastName ?? random.pick(language.names.last)
  const phone = household?.phone ?? (random.chance(0.035) ? null : (plan.phones.take(place) ?? null))
  const zip = household?.zip ?? random.pick(place.zips)
  const person: DemoPerson = {
    externalId: `${plan.prefix}${10_001 + index}`,
    firstName,
    lastName,
    dob: `${random.int(1936, plan.lastYear)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`,
    language: language.tag,
    zip,
    timezone:
      whereabouts({ timezone: null, zip, addressCountry: null, phone: null }, "US").zones[0] ?? plan.company.timezone,
    phone,
    phoneKind:
      phone === null
        ? "unknown"
        : random.weighted([
            ["mobile", 90],
            ["landline", 7],
            ["voip", 3],
          ] as const),
    email: random.chance(0.45) ? `${asciiOf(firstName)}.${asciiOf(lastName)}${index + 1}@example.com` : null,
    custom: { clinic: random.pick(plan.clinics) },
  }
  return { person, household: phone === null ? undefined : { lastName, place, zip, phone } }
}

/** Makes people: the same plan and seed give the same people. */
export const makePeople = (random: Random, plan: PeoplePlan): ReadonlyArray<DemoPerson> => {
  const people: Array<DemoPerson> = []
  let previous: Household | undefined
  for (let index = 0; index < plan.count; index += 1) {
    const made = onePerson(random, plan, index, random.chance(0.012) ? previous : undefined)
    people.push(made.person)
    previous = made.household
  }
  return people
}
