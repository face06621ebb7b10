import { Button } from "@blueprintjs/core"
import type { LogProof } from "#schemas/administration/activity.ts"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

const Verdict = ({ proof }: { readonly proof: LogProof }) => {
  const { broken, since, entries, checked } = proof
  if (broken !== null) return <Word id={`activity.proof.${broken.reason}`} values={{ pos: broken.pos }} />
  if (since === null) return <Word id="activity.proof.none" />
  return (
    <Word
      id={checked === entries ? "activity.proof.whole" : "activity.proof.newest"}
      values={{ since: <Time at={since} inSentence />, entries, checked }}
    />
  )
}

const Found = ({ proof }: { readonly proof: LogProof }) => (
  <>
    <p role="status" className={proof.broken === null ? "notice notice-success" : "notice notice-danger"}>
      <span>
        <Verdict proof={proof} />
      </span>
    </p>
    <p className="muted small log-hash">
      <Word
        id="activity.proof.hash"
        values={{ at: <Time at={proof.checkedAt} inSentence />, hash: <code>{proof.hash}</code> }}
      />
    </p>
  </>
)

/** Whether the log is as it was written: said once it is asked for, in the words of `npm run audit:verify`. */
export const LogProofView = (props: { readonly proof: SeenReading<LogProof>; readonly onCheck: () => void }) => {
  const words = useWords()
  return (
    <Section
      title={words("activity.proof")}
      aside={<Button text={words("activity.proof.check")} size="small" onClick={props.onCheck} />}
    >
      <Reading of={props.proof} idle={<p className="muted">{words("activity.proof.text")}</p>}>
        {(proof) => <Found proof={proof} />}
      </Reading>
    </Section>
  )
}
