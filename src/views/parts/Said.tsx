import { createContext, useContext } from "react"

/** What says an English sentence of the server, or of a table shared with it, in the interface's language. */
export const Sentences = createContext((english: string): string => english)

/** A sentence or a name as the server has it, in the interface's language. */
export const Said = ({ children }: { readonly children: string }) => <>{useContext(Sentences)(children)}</>

/** The same as plain text. */
export const useSaid = (): ((english: string) => string) => useContext(Sentences)
