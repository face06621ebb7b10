import { openApiDocument } from "#server/http/openApi.ts"

type Named = { readonly $ref: string }
/** A body's schema, as far as tests read it. */
export type DescribedBody = {
  readonly type?: string
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, object>>
}
/** What the OpenAPI document says of one call, with the parameters that it alone has. */
export type DescribedCall = {
  readonly summary?: string
  readonly parameters: ReadonlyArray<{
    readonly in: string
    readonly name: string
    readonly required: boolean
    readonly schema: object
  }>
  /** References to what every call takes. */
  readonly shared: ReadonlyArray<string>
  readonly bodies: Readonly<Record<string, DescribedBody>>
  readonly responses: Readonly<Record<string, Named | { readonly content: Readonly<Record<string, object>> }>>
}

type Operation = Omit<DescribedCall, "shared" | "bodies" | "parameters"> & {
  readonly parameters: ReadonlyArray<DescribedCall["parameters"][number] | Named>
  readonly requestBody?: { readonly content: Record<string, { readonly schema: DescribedBody | Named }> }
}

const schemas: Readonly<Record<string, object>> = openApiDocument.components.schemas
const found = (schema: DescribedBody | Named): DescribedBody =>
  "$ref" in schema ? (schemas[schema.$ref.split("/").at(-1) ?? ""] as DescribedBody) : schema

/** Reads what the contract's own description says of the call at a path. */
export const describedCall = (path: string): DescribedCall => {
  const [operation] = Object.values(openApiDocument.paths[path] ?? {}) as unknown as ReadonlyArray<Operation>
  if (operation === undefined) throw new Error(`The document has no call at ${path}.`)
  const { parameters, requestBody } = operation
  return {
    ...operation,
    parameters: parameters.filter((one) => "name" in one),
    shared: parameters.flatMap((one) => ("$ref" in one ? [one.$ref] : [])),
    bodies: Object.fromEntries(
      Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, found(schema)]),
    ),
  }
}
