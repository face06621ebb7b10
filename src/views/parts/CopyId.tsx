import { useWords } from "./Words.tsx"

const copy = (event: { readonly currentTarget: HTMLButtonElement }, id: string, done: string): void => {
  const button = event.currentTarget
  void navigator.clipboard?.writeText(id).then(
    () => button.setAttribute("data-copied", done),
    () => undefined,
  )
}

/** An id that copies itself on click. `what` names the id in the button's label. */
export const CopyId = ({ id, what }: { readonly id: string; readonly what: string }) => {
  const words = useWords()
  return (
    <button
      type="button"
      className="copy-id"
      title={words("part.copy", { what })}
      aria-label={`${words("part.copy", { what })}: ${id}`}
      onClick={(event) => copy(event, id, words("part.copied"))}
    >
      <code>{id}</code>
    </button>
  )
}

/** A button that copies a text which is too long to show. `what` says of which thing, where several stand together. */
export const CopyButton = (props: { readonly text: string; readonly label: string; readonly what: string }) => {
  const words = useWords()
  return (
    <button
      type="button"
      className="copy-id"
      aria-label={`${props.label}: ${props.what}`}
      onClick={(event) => copy(event, props.text, words("part.copied"))}
    >
      {props.label}
    </button>
  )
}
