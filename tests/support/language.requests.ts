import type { Requests } from "./contractRequests.ts"

const translation = {
  language: "es",
  text: "{{ firstName }}, le escribe su clínica. Responda ALTO para no recibir más.",
}

const file = () => {
  const body = new FormData()
  body.append("file", new Blob(["Id,Template,Language,Text,Translation\nx,Recall,es,Hi,Hola\n"]), "es.csv")
  return { body }
}

/** The requests of translations. */
export const requests: Requests = {
  "Translate.GetLanguages": () => ({}),
  "Translate.GetTranslations": () => ({}),
  "Translate.GetTranslation": ({ temphashedId }) => ({ query: { temphashedId, language: "es" } }),
  "Translate.GetMemory": ({ temphashedId }) => ({ query: { temphashedId, language: "es" } }),
  "Translate.PreviewTranslation": ({ templateId }) => ({ body: { templateId, ...translation } }),
  "Translate.SaveTranslation": ({ templateId }) => ({ body: { templateId, ...translation } }),
  "Translate.ChangeTranslation": ({ templateId }) => ({ body: { templateId, language: "es", action: "remove" } }),
  "Translate.DownloadTranslations": () => ({ query: { language: "es", texts: "all", fileType: "csv" } }),
  "Translate.CheckTranslations": file,
  "Translate.ImportTranslations": file,
  "Translate.TranslateText": ({ templateId }) => ({ body: { templateId, language: "es" } }),
  "Translate.TranslateMissing": () => ({ body: { language: "es", after: null } }),
  "Translate.TranslateBack": () => ({ body: { language: "es", text: "Hola {{ firstName }}." } }),
  "Translate.GetGlossary": () => ({}),
  "Translate.SaveTerm": () => ({
    body: { termId: null, kind: "neverTranslate", words: "Northwind", language: null, saidAs: "", note: "" },
  }),
  "Translate.RemoveTerm": () => ({ body: { termId: 1 } }),
}
