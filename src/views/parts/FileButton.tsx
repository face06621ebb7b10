import { useId, type ReactNode } from "react"

/**
 * A button that opens the browser's file dialog; the hidden input is the control, so keyboards reach it, and files
 * can be dropped on it. As a zone it is as wide as its place, and says so.
 */
export const FileButton = (props: {
  readonly label: string
  /** What the dialog offers, as the attribute lists it. */
  readonly accept: string
  readonly busy: boolean
  /** Why no file can be chosen. */
  readonly reason?: string | undefined
  readonly hint?: ReactNode
  readonly isZone?: boolean
  /** Where the page has another main button. */
  readonly plain?: boolean
  readonly onChoose: (file: File) => void
}) => {
  const id = useId()
  const isOff = props.busy || props.reason !== undefined
  const said = props.reason ?? props.hint
  return (
    <div className={props.isZone === true ? "upload upload-zone" : "upload"}>
      <label
        className={`upload-button${props.plain === true ? " upload-button-plain" : ""}${isOff ? " upload-button-off" : ""}`}
      >
        {props.label}
        <input
          type="file"
          accept={props.accept}
          disabled={isOff}
          {...(said === undefined ? {} : { "aria-describedby": id })}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            if (file !== undefined) props.onChoose(file)
            event.currentTarget.value = ""
          }}
        />
      </label>
      {said !== undefined && (
        <p id={id} className={props.reason === undefined ? "field-hint" : "reason"}>
          {said}
        </p>
      )}
    </div>
  )
}
