import { OpenApi } from "effect/http-api"
import { policy, type Call } from "#schemas/access.ts"
import type { PolicyRow } from "#schemas/policyRow.ts"
import { Api } from "#schemas/api.ts"
import { hashedIdForm } from "#schemas/ids.ts"

const words =
  "Every call carries a bearer token, those of Booking a patient's link instead. A command carries an idempotency key of its own, and is sent again with the same one."

const problemWords: Readonly<Record<string, string>> = {
  400: "The request could not be read.",
  401: "There is no valid token.",
  403: "The person may not do this; the message names the right that is missing.",
  404: "This does not exist, or belongs to another company.",
  409: "It is not possible now, exists already, or was changed in the meantime.",
  413: "The body is too large.",
  415: "The body is of another type than the call takes.",
  422: "Some fields are not right; `errors` names each of them.",
  429: "Too many calls in too short a time.",
  500: "Something went wrong in the server.",
  503: "The server cannot answer now.",
}
/** The answers that say when to ask again. */
const withRetryAfter: ReadonlyArray<string> = ["429", "503"]

/** A reference to what several calls have in common. Its kind is the place where it stands. */
const shared = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` }) as never

const errorResponse = (status: string) => ({
  description: problemWords[status],
  ...(withRetryAfter.includes(status) ? { headers: { "retry-after": shared("headers", "RetryAfter") } } : {}),
  content: { "application/json": { schema: shared("schemas", `Problem${status}`) } },
})

const actingCompany = {
  name: "acting-company",
  in: "header",
  required: false,
  description: "The hashed id of the company to work for, instead of one's own. Only Super Admins may name one.",
  schema: { type: "string", pattern: hashedIdForm.source },
}

/** The calls that take a file, and which. */
const uploads: Partial<Record<Call, string>> = {
  "Database.UploadListFile": "A text file of rows, at most 100 MB.",
  "Outreach.UploadAudio": "A recording as WAV or MP3, at most 5 MB and 3 minutes.",
  "Translate.CheckTranslations": "Translations as XLIFF or CSV, at most 10 MB.",
  "Translate.ImportTranslations": "Translations as XLIFF or CSV, at most 10 MB.",
}
/** What the call's schema cannot say: a form with one file, of any field name; ours is `file`. */
const uploadedFile = (description: string): OpenApi.OpenAPISpecRequestBody => ({
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: { file: { type: "string", format: "binary", description } },
        required: ["file"],
      },
    },
  },
})

/** A patient's link says which company it is. */
const isByLink = (call: string): boolean => (policy[call as Call] as PolicyRow | undefined)?.byLink === true

type Operation = OpenApi.OpenAPISpecOperation
type Parameter = OpenApi.OpenAPISpecParameter

/** What travels as digits is a number to the reader. */
const described = (parameter: Parameter): Parameter => {
  const { allOf } = parameter.schema as { readonly allOf?: ReadonlyArray<{ readonly type?: string }> }
  const number = allOf?.find(({ type }) => type === "integer")
  return number === undefined ? parameter : { ...parameter, schema: number }
}

const describedAnswer = (status: string, answer: Operation["responses"][number]) => {
  if (status in problemWords) return shared("responses", `Problem${status}`)
  // How the library streams inside says nothing to readers.
  const content = Object.entries(answer.content ?? {}).map(([type, { schema }]) => [type, { schema }] as const)
  return { ...answer, content: Object.fromEntries(content) }
}

const describedOperation = (one: Operation): Operation => {
  const file = uploads[one.operationId as Call]
  return {
    ...one,
    parameters: [
      ...one.parameters.map(described),
      ...(isByLink(one.operationId) ? [] : [shared("parameters", "ActingCompany")]),
    ],
    responses: Object.fromEntries(
      Object.entries(one.responses).map(([status, answer]) => [status, describedAnswer(status, answer)]),
    ),
    ...(file === undefined ? {} : { requestBody: uploadedFile(file) }),
  }
}

const makeDocument = () => {
  const { openapi, security, paths, components, tags } = OpenApi.fromApi(Api)
  return {
    openapi,
    security,
    info: {
      title: "Admin View",
      version: "1",
      description: words,
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags,
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods as Record<string, Operation>).map(([method, one]) => [
            method,
            describedOperation(one),
          ]),
        ),
      ]),
    ),
    components: {
      ...components,
      responses: Object.fromEntries(
        Object.keys(problemWords).map((status) => [`Problem${status}`, errorResponse(status)]),
      ),
      headers: { RetryAfter: { description: "Seconds after which to ask again.", schema: { type: "integer" } } },
      parameters: { ActingCompany: actingCompany },
    },
  }
}

/** The OpenAPI document of the contract, as served at `/openapi.json`. */
export const openApiDocument = makeDocument()
