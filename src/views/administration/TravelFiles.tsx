import { Button } from "@blueprintjs/core"
import type { TravelEvent, TravelSnapshot } from "#machines/administration/timeTravel.machine.ts"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

type Props = { readonly page: Seen<TravelSnapshot, TravelEvent>; readonly chart: string }

const Open = ({ page: { snapshot, send } }: Props) => {
  const words = useWords()
  const { chosen } = snapshot.context
  const isReading = snapshot.matches({ journal: "reading" })
  return (
    <label className={`travel-open${isReading ? " travel-open-off" : ""}`}>
      {isReading ? words("travel.opening", { name: chosen?.name ?? "" }) : words("travel.open")}
      <input
        type="file"
        accept=".json,application/json"
        disabled={isReading}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file !== undefined) send({ type: "file.chosen", file })
          event.currentTarget.value = ""
        }}
      />
    </label>
  )
}

const Refused = ({ page: { snapshot } }: Props) => {
  const words = useWords()
  const { refused } = snapshot.context
  if (refused === null) return null
  return (
    <div className="notice notice-danger" role="alert">
      <p className="notice-title">{words("travel.refused", { name: refused.name })}</p>
      <p>{words(`travel.refused.${refused.refusal}`)}</p>
    </div>
  )
}

/** A file's name as a shell takes it. */
const inShell = (name: string): string => (/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`)

/** How a journal file becomes a path that a tester walks and a machine replays. */
const AsPath = ({ name, chart }: { readonly name: string; readonly chart: string }) => {
  const words = useWords()
  return (
    <>
      <h3>{words("travel.path")}</h3>
      <p>{words("travel.path.text")}</p>
      <pre className="travel-command" tabIndex={0}>{`npm run paths -- ${chart} --from-journal ${inShell(name)}`}</pre>
      <p>{words("travel.path.run")}</p>
      <pre className="travel-command" tabIndex={0}>{`npm run paths -- --run paths/${chart}.journal.json`}</pre>
    </>
  )
}

/** Saves this tab's journal as a file, opens another one's, and says how either becomes a path. */
export const TravelFiles = (props: Props) => {
  const { page, chart } = props
  const { snapshot, send } = page
  const words = useWords()
  const { file, savedAs } = snapshot.context
  const isSaving = snapshot.matches({ saving: "saving" })
  const name = file?.name ?? savedAs
  return (
    <Section title={words("travel.files")}>
      <p className="muted">{words("travel.files.text")}</p>
      <div className="travel-buttons">
        <Button loading={isSaving} onClick={() => send({ type: "save.pressed" })}>
          {words("travel.save")}
        </Button>
        <Open {...props} />
      </div>
      <div role="status">
        {snapshot.matches({ saving: "saved" }) && (
          <Notice intent="success">{words("travel.saved", { name: savedAs ?? "" })}</Notice>
        )}
        {snapshot.matches({ saving: "notSaved" }) && <Notice intent="warning">{words("travel.notSaved")}</Notice>}
      </div>
      <Refused {...props} />
      {name !== null && <AsPath name={name} chart={chart} />}
    </Section>
  )
}
