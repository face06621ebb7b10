/** What we use of `xliff` 6.4.0, which has no types of its own: what a file says is looked at before it is used. */
declare module "xliff/js2xliff" {
  type Unit = {
    readonly source: string
    readonly target: string
    readonly note: string
    readonly additionalAttributes: Readonly<Record<string, string>>
  }
  const js2xliff: (file: {
    readonly sourceLanguage: string
    readonly targetLanguage: string
    readonly resources: Readonly<Record<string, Readonly<Record<string, Unit>>>>
  }) => Promise<string>
  export default js2xliff
}

declare module "xliff/xliff2js" {
  /** Rejects with an Error for what is no XML; of other XML the result lacks `resources`. */
  const xliff2js: (text: string) => Promise<unknown>
  export default xliff2js
}

declare module "xliff/xliff12ToJs" {
  const xliff12ToJs: (text: string) => Promise<unknown>
  export default xliff12ToJs
}
