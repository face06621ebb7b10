import { SaxesParser } from "saxes"

/** An element of XML with what it holds, in order. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlElement | string>
}

type Open = {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: Array<Open | string>
}

/** Deeper than any document that is meant well. */
const deepest = 16

class Unreadable extends Error {}
const refuse = (): never => {
  throw new Unreadable()
}

/**
 * Reads a small document of XML in linear time. What is not well-formed, declares
 * a document type, which could name other files, or lies deep is not read.
 */
export const readXml = (text: string): XmlElement | undefined => {
  const parser = new SaxesParser()
  const top: Open = { name: "", attributes: {}, children: [] }
  const open = [top]
  const add = (child: Open | string) => open.at(-1)?.children.push(child)
  parser.on("error", refuse)
  parser.on("doctype", refuse)
  parser.on("text", add)
  parser.on("cdata", add)
  parser.on("opentag", ({ name, attributes }) => {
    if (open.length > deepest) refuse()
    const element: Open = { name, attributes, children: [] }
    add(element)
    open.push(element)
  })
  parser.on("closetag", () => open.pop())
  try {
    parser.write(text).close()
  } catch (failure) {
    if (failure instanceof Unreadable) return undefined
    throw failure
  }
  return top.children.find((child) => typeof child !== "string")
}

/** All text in an element, without the elements around its parts. */
export const textIn = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === "string" ? child : textIn(child))).join("")

/** The elements right in an element. */
export const elementsIn = ({ children }: XmlElement): ReadonlyArray<XmlElement> =>
  children.filter((child) => typeof child !== "string")
