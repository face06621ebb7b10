import { companiesMachine } from "#machines/administration/companies.machine.ts"
import { problem } from "#schemas/problem.ts"
import { sampleCompany, suspendedCompany } from "#tests/support/companySamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

/** Why something was refused: the company changed meanwhile. */
export const changedMeanwhile = problem("StaleVersion", "Someone changed this first. Look again and retry.")

const address = sampleCompany.company.addresses[1]
const verbs = ["suspend", "delete", "address.delete", "work"] as const

/** What an action on a company is decided on. */
export const seenCompany = ({ hashedId, version }: typeof sampleCompany) => ({ id: hashedId, version })

/** The company as it is read after something was done to it. */
export const companyReadAgain = { ...sampleCompany, version: sampleCompany.version + 1 }

const both = (verb: string, subject: typeof sampleCompany) => [
  ended({ verb, subject, outcome: "done", seen: seenCompany(subject) }),
  ended({ verb, subject, outcome: "refused", problem: changedMeanwhile, seen: seenCompany(subject) }),
]

/** Everything that can happen on the list of companies. */
export const companiesWalk: ChartWalk = {
  machine: companiesMachine,
  input: { search: { id: sampleCompany.hashedId } },
  events: [
    ...verbs.map((verb) => ({
      type: `${verb}.pressed`,
      company: sampleCompany,
      ...(verb === "address.delete" ? { address } : {}),
    })),
    { type: "reinstate.pressed", company: suspendedCompany },
    { type: "suspend.pressed", company: companyReadAgain },
    { type: "url.changed", search: { id: sampleCompany.hashedId, search: "care" } },
    { type: "url.changed", search: { search: "care" } },
  ],
  outcomes: {
    command: [
      ...verbs.flatMap((verb) => both(verb, sampleCompany)),
      ...both("reinstate", suspendedCompany),
      ...["suspend", "delete", "address.delete"].map((verb) =>
        ended({ verb, subject: sampleCompany, outcome: "cancelled", seen: seenCompany(sampleCompany) }),
      ),
    ],
  },
  // What is done to a company is done on its page, and nothing more once every page begins again.
  allows: (snapshot, event) =>
    isOfItsCommand(snapshot, event) &&
    !snapshot.matches({ deed: "begun" }) &&
    (!("company" in event) || snapshot.matches({ place: "company" })),
  key: (snapshot) => {
    const { search, last } = snapshot.context
    return [search, last?.outcome, last?.seen?.id, verbUnderWay(snapshot)]
  },
}
