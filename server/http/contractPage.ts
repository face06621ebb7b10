import { type Call, policy } from "#schemas/access.ts"
import type { PolicyRow } from "#schemas/policyRow.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import { openApiDocument } from "./openApi.ts"

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean } | { readonly $ref: string }
type Operation = {
  readonly summary?: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, unknown>>
  readonly operationId?: string
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const whoMay = (operationId: string): string => {
  const call = operationId as Call
  if (!(call in policy)) return "any verified token"
  const { types, every }: PolicyRow = policy[call]
  const who = [
    ...(types === undefined ? [] : [types.map((type) => userTypeNames[type]).join(" or ")]),
    ...every.map((names) => names.join(" or ")),
  ]
  return who.join(", and ") || "any signed-in person"
}

const rowOf = (path: string, method: string, operation: Operation): string => {
  // What every call takes stands above the table.
  const parameters = (operation.parameters ?? [])
    .filter((one) => "name" in one)
    .map(
      (one) =>
        `<code>${escapeHtml(one.name)}</code> (${escapeHtml(one.in)}${one.required === true ? ", required" : ""})`,
    )
    .join(", ")
  const body = Object.keys(operation.requestBody?.content ?? {})
    .map(escapeHtml)
    .join(", ")
  return `<tr><td><code>${method.toUpperCase()}</code></td><th scope="row"><code>${escapeHtml(path)}</code></th><td>${escapeHtml(operation.summary ?? "")}</td><td>${parameters}</td><td>${body}</td><td>${Object.keys(operation.responses).join(", ")}</td><td>${escapeHtml(whoMay(operation.operationId ?? ""))}</td></tr>`
}

/**
 * A plain page that shows the contract: what every call does, with its parameters,
 * bodies, answers and rights. It needs no script, so the strict content policy holds.
 */
export const contractPage = (): string => {
  const rows = Object.entries(openApiDocument.paths as Record<string, Record<string, Operation>>)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => rowOf(path, method, operation)))
    .join("\n")
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API – Admin View</title><link rel="stylesheet" href="/plain.css"></head>
<body><main><h1>API of Admin View</h1>
<p>Every call carries a bearer token; a Super Admin names the company they work for in the header <code>acting-company</code>. The full description is <a href="/openapi.json">openapi.json</a> (OpenAPI ${escapeHtml(openApiDocument.openapi)}).</p>
<div class="scroll" role="region" aria-label="Calls" tabindex="0"><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Parameters</th><th>Body</th><th>Answers</th><th>Who may call it</th></tr></thead>
<tbody>
${rows}
</tbody></table></div></main></body></html>`
}
