import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { Done, Reply } from "../reply.ts"
import { Glossary, SaveTerm, TermId } from "./glossary.ts"

/** The calls of the Translate group by which a company keeps its glossary. */
export const glossaryCalls = [
  HttpApiEndpoint.get("GetGlossary", "/GetGlossary", { success: Reply(Glossary) }).annotate(
    OpenApi.Summary,
    "Gives the terms that translations of the company keep.",
  ),
  HttpApiEndpoint.post("SaveTerm", "/SaveTerm", {
    headers: versionedHeaders,
    payload: SaveTerm,
    success: Done,
  }).annotate(OpenApi.Summary, "Adds a term to the glossary, or changes one."),
  HttpApiEndpoint.post("RemoveTerm", "/RemoveTerm", {
    headers: versionedHeaders,
    payload: Schema.Struct({ termId: TermId }),
    success: Done,
  }).annotate(OpenApi.Summary, "Removes a term from the glossary."),
] as const

/** These calls alone, for the page of the glossary. */
export class GlossaryGroup extends HttpApiGroup.make("Translate")
  .add(...glossaryCalls)
  .middleware(SignedIn)
  .prefix("/Translate") {}
