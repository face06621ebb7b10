import type { TemplateVersion, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { TextDiff } from "#views/parts/TextDiff.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useKnownWords, useWords } from "#views/parts/Words.tsx"

/** The events that make a version, whose text is shown with them. */
const making: ReadonlyArray<string> = ["TemplateDrafted", "TemplateRevised", "TemplateLinkParametersChanged"]

/** Parameters as lines of a text, to compare them like one. */
const linesOf = ({ parameters }: TemplateVersion): string =>
  parameters.map(({ key, value, in: place }) => `${place === "path" ? `{${key}}` : key} = ${value}`).join("\n")

/** What is said where a version changed something else than its text. */
type Said = { readonly same: string }

const Version = ({
  made,
  before,
  same,
}: Said & {
  readonly made: TemplateVersion
  readonly before: TemplateVersion | undefined
}) => {
  const words = useWords()
  if (before === undefined) return <p className="message">{made.text}</p>
  return (
    <>
      {made.name !== before.name && (
        <div>
          <span className="small muted">{words("history.name")}</span>
          <TextDiff before={before.name} after={made.name} />
        </div>
      )}
      {made.text === before.text ? (
        <p className="small muted">{same}</p>
      ) : (
        <TextDiff before={before.text} after={made.text} />
      )}
      {linesOf(made) !== linesOf(before) && (
        <div>
          <span className="small muted">{words("history.parameters")}</span>
          <TextDiff before={linesOf(before)} after={linesOf(made)} />
        </div>
      )}
    </>
  )
}

/** What happened to a template or a call flow, newest first: who did what when, and each version next to the one before it. */
export const VersionList = ({ of: { history, versions }, same }: Said & { readonly of: TemplateVersions }) => {
  const words = useWords()
  const known = useKnownWords()
  return (
    <ol className="history">
      {history.toReversed().map(({ type, at, actor, version }, index) => {
        const made = making.includes(type) ? versions.find((one) => one.version === version) : undefined
        return (
          <li key={`${at} ${index}`}>
            <strong>
              {known(`history.${type}`) ?? type}
              {version !== null && <>: {words("history.version", { version })}</>}
            </strong>
            <span className="muted small">
              <Time at={at} /> {words("history.by", { actor })}
            </span>
            {made !== undefined && (
              <Version made={made} before={versions.find((one) => one.version === made.version - 1)} same={same} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** What happened to a template. */
export const TemplateHistory = ({ versions }: { readonly versions: SeenReading<TemplateVersions> }) => {
  const words = useWords()
  return <Reading of={versions}>{(read) => <VersionList of={read} same={words("history.sameText")} />}</Reading>
}
