import { MenuButton } from "./MenuButton.tsx"
import { Said } from "./Said.tsx"
import { useWords } from "./Words.tsx"

type Reasons = ReadonlyArray<readonly [reason: string, labels: string]>

/** What cannot be done now, each with its reason: inside a menu. `id` is that of the only reason, for what it describes. */
export const ReasonList = ({ id, reasons }: { readonly id?: string; readonly reasons: Reasons }) => (
  <ul className="menu-reasons" aria-label={useWords()("part.whyNot")}>
    {reasons.map(([reason, labels]) => (
      <li key={reason}>
        <strong>{labels}</strong>{" "}
        <span id={id}>
          <Said>{reason}</Said>
        </span>
      </li>
    ))}
  </ul>
)

/** Stands in the place of a button that would do nothing: a menu that says why. `label` is "More" where it is left out. */
export const WhyNot = (props: {
  readonly id: string
  readonly label?: string
  readonly what: string
  readonly reason: string
}) => {
  const words = useWords()
  return (
    <MenuButton id={props.id} label={props.label ?? words("part.more")}>
      <ReasonList reasons={[[props.reason, props.what]]} />
    </MenuButton>
  )
}
