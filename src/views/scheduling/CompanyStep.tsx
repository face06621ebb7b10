import { Link } from "wouter"
import { missingRight } from "#schemas/access.ts"
import { isLinked } from "#schemas/routes.ts"
import { workingCompany, type SignedInPerson } from "#schemas/session/outcome.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { FoldedStep } from "#views/parts/FoldedStep.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** Whether a person has no company to book for: a Super Admin works for one before there are patients and locations. */
export const lacksCompany = ({ userType, actingCompany }: SignedInPerson): boolean =>
  userType === 1 && (actingCompany ?? null) === null

/** Where the company to work for is chosen, or the right that this needs. */
const ChooseCompany = ({ person }: { readonly person: SignedInPerson }) => {
  const words = useWords()
  const reason = missingRight(person, "Company.GetCompanyList")
  return (
    <EmptyState
      title={words("booking.company.none")}
      action={
        reason === undefined ? (
          <Link href="/global" className="bp6-button bp6-intent-primary">
            {words("booking.company.choose")}
          </Link>
        ) : undefined
      }
    >
      {reason ?? words("booking.company.none.text")}
    </EmptyState>
  )
}

/** The first step of a booking: the company whose patients and locations it is about. */
export const CompanyStep = ({ person }: { readonly person: SignedInPerson }) => {
  const words = useWords()
  const isOpen = lacksCompany(person)
  return (
    <FoldedStep
      number={1}
      title={words("booking.step.company")}
      isOpen={isOpen}
      isDone={!isOpen}
      said={workingCompany(person).name}
      changeAt={person.userType === 1 && isLinked("/global", person) ? "/global" : undefined}
      focus={{ on: "heading", times: 0 }}
    >
      <ChooseCompany person={person} />
    </FoldedStep>
  )
}
