import type { ZipPosition } from "#schemas/scheduling/location.ts"
import { ClearChip } from "#views/parts/Filter.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly url: PageUrl
  /** Where the ZIP code lies. */
  readonly origin: SeenReading<ZipPosition>
}

/** Why no distance is measured from what was typed; undefined where it is, or is being looked up. */
const useProblem = (text: string, { snapshot }: Props["origin"]): string | undefined => {
  const words = useWords()
  const { data, problem } = snapshot.context
  if (/\D/.test(text)) return words("locations.near.notZip")
  if (data !== null && data.zip === text && data.position === null)
    return words("locations.near.unknown", { zip: text })
  return problem?.message
}

/** The ZIP code from which distances are measured, as a chip to write in; it lives in the URL as `near`. */
export const NearFilter = ({ url, origin }: Props) => {
  const words = useWords()
  const text = url.search["near"] ?? ""
  const error = useProblem(text, origin)
  // Whoever asks for distances wants the nearest first, whatever the order was.
  const change = (near: string): void => url.change({ near: near || null, sort: null })
  return (
    <div className={error === undefined ? "chip-field" : "chip-field field-invalid"}>
      <div className={text === "" ? "chip" : "chip chip-used"}>
        <label className="chip-name" htmlFor="filter-near">
          {words("locations.near")}
        </label>
        <input
          id="filter-near"
          className="chip-input"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          size={5}
          aria-invalid={error !== undefined}
          {...(error === undefined ? {} : { "aria-describedby": "filter-near-error" })}
          value={text}
          onChange={(event) => change(event.currentTarget.value.trim())}
        />
        {text !== "" && <ClearChip name={words("locations.near")} onClear={() => change("")} />}
      </div>
      {error !== undefined && (
        <span id="filter-near-error" className="field-error" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
