import { translationFor } from "#schemas/language/callInLanguage.ts"
import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"

/** What the call flow of the samples says in Spanish, by the carrier's voice. */
export const spanishCall: CallTranslation = {
  prompts: [
    { stepId: 1, text: "Hola {{ firstName }}, le llama {{ companyName }}." },
    {
      stepId: 2,
      text: "Para una cita, oprima 1. Para que le llamemos, oprima 2. Para el horario, oprima 3. Para no recibir más llamadas, oprima 9.",
      wrongKey: "Esa tecla no hace nada aquí.",
    },
    { stepId: 3, text: "Un momento." },
    { stepId: 4, text: "Después del tono." },
    { stepId: 5, text: "Abrimos a las nueve." },
    { stepId: 6, text: "No le llamamos más." },
    { stepId: 7, text: "Le llamaremos." },
  ],
  voicemail: "Le llama {{ companyName }}. Llámenos, por favor.",
  voice: null,
}

/** All that a call flow says, in other words. */
export const wholly = (flow: CallFlow, write: (place: number) => string): CallTranslation => {
  const { prompts, voicemail, voice } = translationFor(flow, null)
  return {
    prompts: prompts.map((one, place) => ({
      ...{ ...one, text: write(place) },
      ...(one.wrongKey === undefined ? {} : { wrongKey: write(place) }),
    })),
    voicemail: voicemail === null ? null : write(prompts.length),
    voice,
  }
}
