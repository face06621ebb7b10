import type { Import } from "#schemas/people/import.ts"
import { useWords } from "#views/parts/Words.tsx"

const delimiters: Readonly<Record<string, "comma" | "semicolon" | "tab" | "pipe">> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "pipe",
}
const encodings: Readonly<Record<string, "utf8" | "utf16" | "windows">> = {
  "utf-8": "utf8",
  "utf-16le": "utf16",
  "utf-16be": "utf16",
  "windows-1252": "windows",
}

/** How a file was read, in words: its encoding and what separates its columns. */
export const ReadAs = ({ of: { encoding, delimiter } }: { readonly of: Pick<Import, "encoding" | "delimiter"> }) => {
  const words = useWords()
  const encodingName = encodings[encoding]
  const delimiterName = delimiters[delimiter]
  return (
    <>
      {words("import.read.value", {
        encoding: encodingName === undefined ? encoding : words(`import.encoding.${encodingName}`),
        delimiter: delimiterName === undefined ? delimiter : words(`import.delimiter.${delimiterName}`),
      })}
    </>
  )
}
