import { Button } from "@blueprintjs/core"
import { Word } from "#views/parts/Words.tsx"

/** The loader of operations: a thin line, and after ten seconds a word and Cancel (architecture §8). */
export const Loader = (props: { readonly busy: boolean; readonly slow: boolean; readonly onCancel: () => void }) => (
  <div className="loader" data-busy={props.busy}>
    {props.busy && <div className="loader-line" aria-hidden="true" />}
    {props.slow && (
      <div className="loader-slow">
        <Word id="shell.slow" />
        <Button size="small" onClick={props.onCancel}>
          <Word id="shell.cancel" />
        </Button>
      </div>
    )}
  </div>
)
