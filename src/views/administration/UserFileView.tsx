import { Button } from "@blueprintjs/core"
import { Link } from "wouter"
import {
  standingRows,
  type StandingRow,
  type UserFileEvent,
  type UserFileSnapshot,
  type UserFileStanding,
} from "#machines/administration/userFile.machine.ts"
import { userFileColumns, userFileLimits } from "#schemas/administration/userFile.ts"
import { FileButton } from "#views/parts/FileButton.tsx"
import { LeaveDialog } from "#views/parts/LeaveDialog.tsx"
import { ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Progress } from "#views/parts/Progress.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { ThingHead } from "#views/parts/Thing.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<UserFileSnapshot, UserFileEvent>
  readonly url: PageUrl
}

const back = { import: null, tab: null }

const Choosing = ({ page }: Props) => {
  const words = useWords()
  const { problem } = page.snapshot.context
  return (
    <>
      {problem !== null && (
        <ProblemNotice
          title={words("userFile.unread")}
          problem={problem}
          // Nothing on this page is a field that could be marked.
          way={problem.problem === "Invalid" ? words("userFile.unread.way") : undefined}
        />
      )}
      <FileButton
        label={words("userFile.choose")}
        accept=".csv,.txt,text/csv"
        busy={false}
        isZone
        hint={words("userFile.choose.hint", {
          rows: userFileLimits.rows,
          kilobytes: Math.floor(userFileLimits.bytes / 1024),
        })}
        onChoose={(file) => page.send({ type: "file.chosen", file })}
      />
      <p className="measure">
        <Word id="userFile.rules" />
      </p>
      <TableScroll isMatrix label={words("userFile.column")}>
        <table className="rights">
          <thead>
            <tr>
              <th scope="col">{words("userFile.column")}</th>
              <th scope="col">{words("userFile.holds")}</th>
            </tr>
          </thead>
          <tbody>
            {userFileColumns.map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{words(`userFile.column.${name}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <div className="form-actions">
        <Button text={words("userFile.template")} onClick={() => page.send({ type: "template.pressed" })} />
      </div>
    </>
  )
}

const tones: Readonly<Record<UserFileStanding, Tone>> = {
  invite: "info",
  change: "info",
  same: "neutral",
  invited: "neutral",
  refused: "danger",
  done: "success",
  left: "warning",
}

const Rows = ({ rows }: { readonly rows: ReadonlyArray<StandingRow> }) => {
  const words = useWords()
  return (
    <TableScroll isMatrix label={words("userFile.rows")}>
      <table className="rights">
        <thead>
          <tr>
            <th scope="col">{words("userFile.row")}</th>
            <th scope="col">{words("userFile.person")}</th>
            <th scope="col">{words("userFile.standing")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells: [name = "", email = ""], standing, reason }) => (
            <tr key={line}>
              <td>{line}</td>
              <th scope="row" className="user-file-person">
                {name} <span className="muted small">{email}</span>
              </th>
              <td>
                <StateTag tone={tones[standing]}>{words(`userFile.${standing}`)}</StateTag>{" "}
                <span className="small">{reason}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

const countsOf = (rows: ReadonlyArray<StandingRow>) => {
  const of = (...standings: ReadonlyArray<UserFileStanding>): number =>
    rows.filter(({ standing }) => standings.includes(standing)).length
  return {
    ...{ invite: of("invite"), change: of("change"), same: of("same", "invited") },
    ...{ refused: of("refused"), done: of("done"), left: of("left") },
  }
}
type Counts = ReturnType<typeof countsOf>

const Again = ({ page, counts }: Props & { readonly counts: Counts }) => {
  const words = useWords()
  return (
    <>
      {counts.refused + counts.left > 0 && (
        <Button text={words("userFile.refused.save")} onClick={() => page.send({ type: "refused.pressed" })} />
      )}
      <Button text={words("userFile.again")} onClick={() => page.send({ type: "again.pressed" })} />
    </>
  )
}

const Checked = (props: Props & { readonly counts: Counts }) => {
  const { page, counts } = props
  const words = useWords()
  const { invite, change } = counts
  return (
    <>
      <p role="status">{words("userFile.counts", counts)}</p>
      {invite + change === 0 && <p>{words("userFile.nothing")}</p>}
      <div className="form-actions">
        {invite + change > 0 && (
          <Button
            intent="primary"
            text={words("userFile.import", { invite, change })}
            onClick={() => page.send({ type: "import.pressed" })}
          />
        )}
        <Again {...props} />
      </div>
    </>
  )
}

const Importing = ({ page }: Props) => {
  const words = useWords()
  const { results, left, isStopping } = page.snapshot.context
  const isWaiting = page.snapshot.matches("waiting")
  return (
    <>
      <Progress done={results.length} total={results.length + left.length} label={words("userFile.progress")} />
      <p role="status">{words(isStopping ? "userFile.stopping" : isWaiting ? "part.bulk.waiting" : "userFile.stay")}</p>
      <div className="form-actions">
        <Button text={words("userFile.stop")} onClick={() => page.send({ type: "stop.pressed" })} />
      </div>
    </>
  )
}

const Done = (props: Props & { readonly counts: Counts }) => {
  const words = useWords()
  return (
    <>
      <p role="status">{words("userFile.counts.done", props.counts)}</p>
      <div className="form-actions">
        <Again {...props} />
        <Link href={props.url.href({ import: null, tab: "invitations" })}>{words("userFile.toInvitations")}</Link>
      </div>
    </>
  )
}

const Checking = () => (
  <>
    <p role="status">
      <Word id="userFile.checking" />
    </p>
    <Skeleton lines={8} />
  </>
)

const Judged = (props: Props) => {
  const { snapshot } = props.page
  const rows = standingRows(snapshot)
  const counts = countsOf(rows)
  return (
    <>
      {snapshot.matches("checked") && <Checked {...props} counts={counts} />}
      {(snapshot.matches("importing") || snapshot.matches("waiting")) && <Importing {...props} />}
      {snapshot.matches("done") && <Done {...props} counts={counts} />}
      <Rows rows={rows} />
    </>
  )
}

/** Asks before a file of which something is to be done is left. */
const Leaving = ({ page: { snapshot, send } }: Props) => {
  const words = useWords()
  const { leavingTo, results, left } = snapshot.context
  const ids = snapshot.matches("checked")
    ? ({ title: "userFile.leave.title", text: "userFile.leave.text", go: "userFile.leave.go" } as const)
    : ({ title: "part.bulk.leave.title", text: "part.bulk.leave.text", go: "part.bulk.leave.go" } as const)
  const said = {
    title: words(ids.title),
    text: words(ids.text, { done: results.length, total: results.length + left.length }),
    go: words(ids.go),
  }
  return <LeaveDialog open={leavingTo !== null && !snapshot.matches("left")} said={said} send={send} />
}

/** `/user?import=`: a file of users is checked, and then done (docs/policy.md#users). */
export const UserFileView = (props: Props) => {
  const { page, url } = props
  const words = useWords()
  const { snapshot } = page
  return (
    <article className="page thing user-file">
      <ThingHead
        id="user-file"
        lists={[{ label: words("users.title"), href: url.href(back) }]}
        title={words("userFile.title")}
        head={{ facts: snapshot.context.file?.name ?? words("userFile.lead") }}
      />
      {snapshot.matches("choosing") && <Choosing {...props} />}
      {snapshot.matches("checking") && <Checking />}
      {!snapshot.matches("choosing") && !snapshot.matches("checking") && <Judged {...props} />}
      <Leaving {...props} />
    </article>
  )
}
