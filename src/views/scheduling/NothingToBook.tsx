import { Link } from "wouter"
import { rightNeeded, type Rights } from "#schemas/access.ts"
import { isLinked } from "#schemas/routes.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** Why nothing can be booked, what comes first, and the way there for who may go it. */
export const NothingToBook = ({
  lacks,
  rights,
}: {
  readonly lacks: "locations" | "times"
  readonly rights: Rights
}) => {
  const words = useWords()
  const [path, right] =
    lacks === "locations"
      ? (["/location", "ScheduleAppointmentandLocation"] as const)
      : (["/scheduler", "Schedule"] as const)
  const mayGo = isLinked(path, rights)
  return (
    <EmptyState
      title={words(`booking.${lacks}.nowhere`)}
      action={
        mayGo ? (
          <Link href={path} className="bp6-button">
            {words(`booking.${lacks}.go`)}
          </Link>
        ) : undefined
      }
    >
      {words(`booking.${lacks}.nowhere.text`)} {!mayGo && rightNeeded([right])}
    </EmptyState>
  )
}
