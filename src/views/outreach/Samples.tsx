import type { Segments } from "#schemas/outreach/template.ts"
import { useWords } from "#views/parts/Words.tsx"

type Sample = {
  readonly patient: string
  readonly text: string
  readonly segments: Segments
  readonly missing?: ReadonlyArray<string>
}

/** Messages as real patients will get them; a value that is missing is marked. */
export const Samples = ({ samples }: { readonly samples: ReadonlyArray<Sample> }) => {
  const words = useWords()
  return (
    <ul className="samples">
      {samples.map(({ patient, text, segments, missing = [] }, index) => (
        <li key={`${patient} ${index}`} className={missing.length === 0 ? "sample" : "sample sample-missing"}>
          <p className="sample-head">
            <strong>{patient}</strong>
            <span className="muted small">
              {words("preview.samples.segments", { count: segments.segments, encoding: segments.encoding })}
            </span>
          </p>
          <p className="bubble">{text}</p>
          {missing.length > 0 && (
            <p className="sample-warning">
              {words("preview.missing", { count: missing.length, names: missing.join(", ") })}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
