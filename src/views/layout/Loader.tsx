import { Button } from "@blueprintjs/core"
import { useWords, Word } from "#views/parts/Words.tsx"

/** The loader of operations: a thin line, and after ten seconds a word and Cancel (docs/policy.md#operations). */
export const Loader = (props: { readonly busy: boolean; readonly slow: boolean; readonly onCancel: () => void }) => {
  const words = useWords()
  return (
    <div className="loader" data-busy={props.busy}>
      {props.busy && <div className="loader-line" aria-hidden="true" />}
      {props.slow && (
        <section className="loader-slow" aria-label={words("part.loading")}>
          <Word id="shell.slow" />
          <Button size="small" onClick={props.onCancel}>
            <Word id="shell.cancel" />
          </Button>
        </section>
      )}
    </div>
  )
}
