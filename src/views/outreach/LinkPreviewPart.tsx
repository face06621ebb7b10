import type { LinkParametersEvent, LinkParametersSnapshot } from "#machines/outreach/linkParameters.machine.ts"
import type { LinkPreview } from "#schemas/outreach/linkParameter.ts"
import { CopyButton } from "#views/parts/CopyId.tsx"
import { SearchBox } from "#views/parts/Filter.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { asCurl } from "#schemas/outreach/curl.ts"

type Props = {
  readonly page: Seen<LinkParametersSnapshot, LinkParametersEvent>
  readonly preview: SeenReading<LinkPreview>
}

const Samples = ({ samples }: Pick<LinkPreview, "samples">) => {
  const words = useWords()
  if (samples.length === 0) return <p className="muted">{words("link.preview.none")}</p>
  return (
    <ul className="link-samples">
      {samples.map(({ patientId, patient, url, missing }) => (
        <li key={patientId}>
          <strong>{patient}</strong>
          {url === null ? (
            <span className="muted">{words("link.preview.noLink")}</span>
          ) : (
            <>
              <code className="breaks">{url}</code>
              <CopyButton text={asCurl(url)} label={words("link.curl")} what={patient} />
            </>
          )}
          {missing.length > 0 && (
            <span className="small field-error">
              {words("link.preview.missing", { count: missing.length, names: missing.join(", ") })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The personalised link, for the patients searched for or the first ones, with what is being written. */
export const LinkPreviewPart = ({ page, preview }: Props) => {
  const words = useWords()
  return (
    <Section
      title={words("link.preview")}
      aside={
        <span className="muted small">
          {page.snapshot.matches({ preview: "pausing" }) || preview.snapshot.hasTag("busy")
            ? words("preview.updating")
            : words("preview.upToDate")}
        </span>
      }
    >
      <SearchBox
        label={words("link.preview.search")}
        value={page.snapshot.context.searchText}
        onChange={(search) => page.send({ type: "search.changed", search })}
      />
      <Reading of={preview}>
        {({ link, problems, samples }) => (
          <>
            {problems.length > 0 && (
              <Notice intent="warning" title={words("link.preview.problems")}>
                <ul>
                  {problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              </Notice>
            )}
            {link === null ? <p className="muted">{words("link.preview.noLinkYet")}</p> : <Samples samples={samples} />}
          </>
        )}
      </Reading>
    </Section>
  )
}
