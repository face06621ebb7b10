import { useWords } from "./Words.tsx"

/** Grey lines in the place of what is being loaded. */
export const Skeleton = ({ lines = 4 }: { readonly lines?: number }) => {
  const words = useWords()
  return (
    <div className="skeleton">
      <span className="visually-hidden">{words("part.loading")}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}
