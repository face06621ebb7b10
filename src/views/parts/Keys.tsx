/** Keys of the keyboard, one after the other; nothing where there are none. */
export const Keys = ({ of }: { readonly of: ReadonlyArray<string> }) =>
  of.length === 0 ? null : (
    <span className="keys">
      {of.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
