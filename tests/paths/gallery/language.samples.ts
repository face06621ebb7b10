import { sampleVoices } from "#tests/support/callFlowSamples.ts"
import {
  sampleCoverage,
  sampleLanguages,
  sampleMemory,
  sampleTerms,
  sampleTranslation,
  sampleTranslationPreview,
} from "#tests/support/translationSamples.ts"
import { always, type GallerySample } from "./sample.ts"

/** The samples of the charts of translations. */
export const samples: Readonly<Record<string, GallerySample>> = {
  translations: {
    readings: { languages: always(sampleLanguages), rows: always([sampleCoverage]) },
    empty: { rows: [] },
  },
  translationFiles: {
    search: { files: "" },
    readings: { languages: always(sampleLanguages) },
  },
  machineTranslation: {
    search: { machine: "" },
    readings: { languages: always(sampleLanguages) },
  },
  glossary: {
    search: { glossary: "" },
    readings: { terms: always(sampleTerms), languages: always(sampleLanguages) },
    empty: { terms: [] },
    forms: { form: ({ context }) => ({ ...(context.values as object) }) },
  },
  translationEditor: {
    search: { id: sampleTranslation.hashedId, language: "es" },
    readings: {
      languages: always(sampleLanguages),
      voices: always(sampleVoices),
      memory: always(sampleMemory),
      preview: always(sampleTranslationPreview),
      back: always({ text: sampleTranslation.source }),
    },
    forms: { form: ({ context }) => ({ text: context.text as unknown }) },
  },
}
