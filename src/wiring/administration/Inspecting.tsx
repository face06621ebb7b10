import { useEffect } from "react"
import { inspectorWords } from "#schemas/administration/inspectorWords.ts"
import { useWords } from "#views/parts/Words.tsx"
import { journals } from "../journal.ts"
import { addWords } from "../pageWords.ts"
import { inspect } from "./inspecting.ts"

addWords(inspectorWords)

/** Lets an inspector in another tab follow this one, and says that it does. */
export const Inspecting = ({ namesOnly }: { readonly namesOnly: boolean }) => {
  const words = useWords()
  useEffect(() => inspect(journals, { namesOnly }), [namesOnly])
  return (
    <aside className="inspecting" aria-label={words("inspector.title")}>
      {words(namesOnly ? "inspecting.strip.names" : "inspecting.strip")}{" "}
      <a href={namesOnly ? "/inspector.html?stately" : "/inspector.html"} target="_blank" rel="noopener">
        {words("inspecting.open")}
      </a>
    </aside>
  )
}
