import { Chat, Cross } from "@blueprintjs/icons"
import { limits } from "#schemas/constants.ts"
import type { Patient } from "#schemas/people/patient.ts"
import type { SeenBulk } from "#views/parts/BulkBar.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

/** What is done to a handful of patients: a bar at the bottom with how many are chosen, and the way to text them. */
export const PatientsBar = ({ bulk, url }: { readonly bulk: SeenBulk; readonly url: PageUrl }) => {
  const words = useWords()
  const { chosen } = bulk.snapshot.context
  if (chosen.length === 0) return null
  const tooMany = chosen.length > limits.quickSendPeople
  const send = chosen.map(({ row }) => (row as Patient).hashedId).join(",")
  return (
    <section className="bulk-bar" aria-label={words("part.bulk.label")}>
      <span className="bulk-count" role="status">
        {words("part.bulk.count", { count: chosen.length })}
      </span>
      <span className="bulk-deeds">
        <button
          type="button"
          disabled={tooMany}
          aria-describedby={tooMany ? "patients-too-many" : undefined}
          onClick={() => url.go({ send, patient: null, message: null })}
        >
          <Chat size={16} aria-hidden="true" /> {words("patients.send")}
        </button>
      </span>
      {tooMany && (
        <span id="patients-too-many">{words("patients.send.tooMany", { most: limits.quickSendPeople })}</span>
      )}
      <button
        type="button"
        data-let-go
        aria-label={words("part.bulk.clear")}
        onClick={() => bulk.send({ type: "cleared" })}
      >
        <Cross size={16} aria-hidden="true" />
      </button>
    </section>
  )
}
