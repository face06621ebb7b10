import { useMemo } from "react"
import { Link } from "wouter"
import { ladderJson } from "#machines/lifecycles/ladder/ladderJson.ts"
import { mostPaths, type LadderPath } from "#machines/lifecycles/ladder/ladderPaths.ts"
import { journeyEnds, type JourneyEnd } from "#schemas/outreach/ladder.ts"
import { peopleOn, type LadderWay } from "#schemas/outreach/ladderWays.ts"
import { CopyButton } from "#views/parts/CopyId.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { ShareTone } from "#views/parts/Progress.tsx"
import { TableScroll } from "#views/parts/TableScroll.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { dayOf, touchesOf, useLadderWords, type JudgedLadder, type TriesOf } from "./useLadderWords.ts"

/** The colour of an end, the same wherever ends are counted. */
export const endTones: Readonly<Record<JourneyEnd, ShareTone>> = {
  booked: "success",
  confirmed: "success",
  replied: "answered",
  optedOut: "danger",
  mostTouches: "warning",
  noAnswer: "neutral",
  notReached: "open",
  cancelled: "absent",
}

/** An end by its colour and its name. */
export const EndMark = ({ end }: { readonly end: JourneyEnd }) => {
  const words = useWords()
  return (
    <span className="ladder-end-mark">
      <span className={`shares-key shares-${endTones[end]}`} aria-hidden="true" />
      {words(`multi.ends.${end}`)}
    </span>
  )
}

type Props = {
  readonly ladder: JudgedLadder
  readonly paths: ReadonlyArray<LadderPath>
  readonly triesOf: TriesOf
  /** The people who ended so far, or in a simulation, by the way that they went; absent before either. */
  readonly ways?: ReadonlyArray<LadderWay>
  /** Where the people of a way are listed. */
  readonly hrefOf?: (way: Pick<LadderWay, "steps" | "as">) => string
}

const ladderWayOf = ({ touches, end }: LadderPath) => ({ steps: touches.map(({ step }) => step.stepId), as: end })

const People = ({ path, ways = [], hrefOf }: Pick<Props, "ways" | "hrefOf"> & { readonly path: LadderPath }) => {
  const numbers = useNumbers()
  const way = ladderWayOf(path)
  const people = peopleOn(ways, way)
  return (
    <td className="cell-end">
      {people === 0 || hrefOf === undefined ? numbers(people) : <Link href={hrefOf(way)}>{numbers(people)}</Link>}
    </td>
  )
}

/** Those who took none of the listed paths, as all did who were left out of a step. */
const Others = ({ paths, ways = [] }: Pick<Props, "paths" | "ways">) => {
  const words = useWords()
  const all = ways.reduce((sum, { people }) => sum + people, 0)
  const people = all - paths.reduce((sum, path) => sum + peopleOn(ways, ladderWayOf(path)), 0)
  return people === 0 ? null : <p className="muted">{words("multi.paths.others", { people })}</p>
}

/** What someone goes through who never answers: the longest of those paths. */
const Never = ({ ladder, paths, triesOf }: Props) => {
  const words = useWords()
  const { wayText } = useLadderWords()
  const silent = paths.filter(({ end }) => end === "noAnswer" || end === "mostTouches" || end === "notReached")
  const longest = silent.reduce<LadderPath | undefined>(
    (best, path) => (best === undefined || path.touches.length > best.touches.length ? path : best),
    undefined,
  )
  const last = longest?.touches.at(-1)
  if (longest === undefined || last === undefined) return null
  return (
    <p className="ladder-never">
      {words("multi.path.never", {
        way: wayText(longest, triesOf),
        touches: touchesOf(longest, triesOf, ladder.mostTouches),
        days: dayOf(last) + 1,
      })}
    </p>
  )
}

const byLength = (one: LadderPath, other: LadderPath): number =>
  one.touches.length - other.touches.length || journeyEnds.indexOf(one.end) - journeyEnds.indexOf(other.end)

/** Every way that a person can take through a ladder, as its chart walks it: what they get on which day, and how it ends. */
export const LadderPaths = (props: Props) => {
  const words = useWords()
  const numbers = useNumbers()
  const { wayText } = useLadderWords()
  const { ladder, paths, triesOf, ways, hrefOf } = props
  const chart = useMemo(() => ladderJson(ladder), [ladder])
  return (
    <Section
      title={words("multi.paths")}
      caption={words("multi.paths.caption", { count: paths.length })}
      aside={<CopyButton text={chart} label={words("multi.paths.copy")} what={words("multi.ladder")} />}
    >
      <TableScroll label={words("multi.paths")}>
        <table className="ladder-paths">
          <thead>
            <tr>
              <th scope="col">{words("multi.paths.way")}</th>
              <th scope="col">{words("multi.paths.end")}</th>
              <th scope="col" className="cell-end">
                {words("multi.paths.touches")}
              </th>
              {ways !== undefined && (
                <th scope="col" className="cell-end">
                  {words("multi.paths.people")}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {paths.toSorted(byLength).map((path, place) => (
              <tr key={place}>
                <td>{wayText(path, triesOf)}</td>
                <td>
                  <EndMark end={path.end} />
                </td>
                <td className="cell-end">{numbers(touchesOf(path, triesOf, ladder.mostTouches))}</td>
                {ways !== undefined && <People path={path} ways={ways} {...(hrefOf === undefined ? {} : { hrefOf })} />}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {ways !== undefined && <Others paths={paths} ways={ways} />}
      {paths.length === mostPaths && <p className="muted">{words("multi.paths.more", { shown: mostPaths })}</p>}
      <Never {...props} />
    </Section>
  )
}
