import type { CSSProperties } from "react"
import { Link } from "wouter"
import { useNumbers } from "./Words.tsx"

/** One step: how many came so far. `of` is how many of which a percentage says; the first step has none. */
type Step = {
  readonly id: string
  readonly label: string
  readonly count: number
  readonly of?: number
  /** Where its people are. */
  readonly href?: string
}

const part = (count: number, of: number): number => (of === 0 ? 0 : Math.min(1, count / of))
const percentOf = (count: number, of: number): string => `${part(count, of) * 100}%`

/** How many people came how far, step by step, each as a figure over a bar in proportion to the first. */
export const Funnel = ({ label, steps }: { readonly label: string; readonly steps: ReadonlyArray<Step> }) => {
  const numbers = useNumbers()
  const all = steps[0]?.count ?? 0
  return (
    <ol className="funnel" aria-label={label}>
      {steps.map(({ id, label: name, count, of, href }, index) => (
        <li
          key={id}
          style={
            {
              "--here": percentOf(count, all),
              "--next": percentOf(steps[index + 1]?.count ?? count, all),
            } as CSSProperties
          }
        >
          <span className="funnel-label">{name}</span>{" "}
          <span className="funnel-figure">
            <strong>{href === undefined ? numbers(count) : <Link href={href}>{numbers(count)}</Link>}</strong>
            {of !== undefined && of > 0 && <span> {numbers(part(count, of) * 100, 1)}%</span>}
          </span>
          <span className="funnel-bar" aria-hidden="true" />
        </li>
      ))}
    </ol>
  )
}
