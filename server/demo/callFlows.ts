import type { CallTranslation } from "#schemas/language/callTranslation.ts"
import { callChannel, type CallFlow } from "#schemas/outreach/callFlow.ts"
import type { Happening } from "#schemas/outreach/callTest.ts"
import type { DemoTemplate } from "./texts.ts"
import type { PlannedCalls } from "./year.ts"

const say = (text: string) => ({ _tag: "Speech", text }) as const

/** Offers a flu shot: to be called back, to hear the hours, to be connected, or to be called no more. */
export const fluShot: CallFlow = {
  retries: [
    { outcome: "no-answer", times: 1, minutes: 120 },
    { outcome: "busy", times: 1, minutes: 15 },
  ],
  ringSeconds: 30,
  callerId: "+15645550104",
  voicemail: {
    _tag: "LeaveMessage",
    prompt: say("This is {{ companyName }} with news for you. Please call us back on any weekday from 9 to 4."),
  },
  steps: [
    {
      ...{ _tag: "Say", stepId: 1, name: "Greeting", next: 2 },
      prompt: say("Hello {{ firstName }}, this is {{ companyName }}. Flu shots are here."),
    },
    {
      ...{ _tag: "Menu", stepId: 2, name: "Main menu", keySeconds: 6, repeats: 2, otherwise: 8 },
      prompt: say(
        "To talk to our front desk, press 1. To be called back, press 2. For our hours, press 3. If you want no more calls from us, press 9.",
      ),
      wrongKey: "That key does nothing here.",
      keys: [
        { key: "1", next: 3 },
        { key: "2", next: 4 },
        { key: "3", next: 5 },
        { key: "9", next: 6 },
      ],
    },
    {
      ...{ _tag: "Transfer", stepId: 3, name: "Front desk", phone: "+14155550132", ringSeconds: 25, next: 4 },
      prompt: say("One moment, we connect you."),
    },
    {
      ...{ _tag: "Record", stepId: 4, name: "Call-back request", recordSeconds: 60, next: 7 },
      prompt: say("After the tone, say when we may call you, then press the pound key."),
    },
    {
      ...{ _tag: "Say", stepId: 5, name: "Opening hours", next: 2 },
      prompt: say("You can walk in on any weekday from 9 to 4. You need no appointment."),
    },
    {
      ...{ _tag: "OptOut", stepId: 6, name: "Stop the calls", scope: "calls", next: 8 },
      prompt: say("We will not call you again."),
    },
    { _tag: "Say", stepId: 7, name: "Thank you", prompt: say("Thank you. We call you back."), next: 8 },
    { _tag: "HangUp", stepId: 8, name: "Goodbye" },
  ],
}

/** Asks how a visit was, by one key. */
const visitSurvey: CallFlow = {
  retries: [
    { outcome: "no-answer", times: 2, minutes: 120 },
    { outcome: "busy", times: 2, minutes: 15 },
  ],
  ringSeconds: 25,
  voicemail: { _tag: "TryLater" },
  steps: [
    {
      ...{ _tag: "Menu", stepId: 1, name: "How was your visit", keySeconds: 8, repeats: 1, otherwise: 5 },
      prompt: say(
        "Hello, this is {{ companyName }}. How was your visit? Press 1 if it was good, or 2 if it was not. For no more calls or texts from us, press 9.",
      ),
      wrongKey: "Please press 1, 2 or 9.",
      keys: [
        { key: "1", next: 2 },
        { key: "2", next: 3 },
        { key: "9", next: 4 },
      ],
    },
    { _tag: "Say", stepId: 2, name: "Good visit", prompt: say("We are glad to hear it. Goodbye."), next: 5 },
    {
      ...{ _tag: "Record", stepId: 3, name: "What went wrong", recordSeconds: 90, next: 5 },
      prompt: say("We are sorry. After the tone, tell us what we can do better."),
    },
    {
      ...{ _tag: "OptOut", stepId: 4, name: "Stop everything", scope: "all", next: 5 },
      prompt: say("We will not call or text you again."),
    },
    { _tag: "HangUp", stepId: 5, name: "Goodbye" },
  ],
}

/** What the offer says in Spanish. */
const fluShotInSpanish: CallTranslation = {
  prompts: [
    { stepId: 1, text: "Hola {{ firstName }}, le llama {{ companyName }}. Ya tenemos vacunas contra la gripe." },
    {
      stepId: 2,
      text: "Para hablar con la recepción, oprima 1. Para que le devolvamos la llamada, oprima 2. Para conocer el horario, oprima 3. Si no quiere más llamadas nuestras, oprima 9.",
      wrongKey: "Esa tecla no hace nada aquí.",
    },
    { stepId: 3, text: "Un momento, le comunicamos." },
    { stepId: 4, text: "Después del tono, diga cuándo podemos llamarle y oprima la tecla numeral." },
    { stepId: 5, text: "Puede venir sin cita de lunes a viernes, de 9 a 4." },
    { stepId: 6, text: "No volveremos a llamarle." },
    { stepId: 7, text: "Gracias. Le devolveremos la llamada." },
  ],
  voicemail: "Le llama {{ companyName }} con noticias para usted. Llámenos de lunes a viernes, de 9 a 4.",
  voice: null,
}

type Named = Pick<DemoTemplate, "name" | "purpose" | "translations"> & {
  readonly tests: Readonly<Record<string, ReadonlyArray<Happening>>>
}

const callFlow = ({ tests, ...named }: Named, ...flows: [CallFlow, ...Array<CallFlow>]) => {
  const [first, ...later] = flows.map((flow) => JSON.stringify(flow))
  return {
    ...{ ...named, channel: callChannel, texts: [first ?? "", ...later], draft: false },
    tests: Object.entries(tests).map(([name, happened]) => ({ name, happened })),
  } satisfies DemoTemplate
}

/** Northwind's call flows, both published; the first rang longer before. */
export const northwindCallFlows: ReadonlyArray<DemoTemplate> = [
  callFlow(
    {
      ...{ name: "Flu shot call", purpose: "Reminder" },
      translations: [
        { of: 1, language: "es", text: JSON.stringify(fluShotInSpanish), origin: "person", approved: true },
      ],
      tests: {
        "Opts out with key 9": ["PersonAnswered", "StepFinished", "9", "StepFinished", "StepFinished"],
        "Front desk is busy, asks to be called back": [
          ...(["PersonAnswered", "StepFinished", "1", "TransferNotAnswered"] as const),
          ...(["StepFinished", "StepFinished", "StepFinished"] as const),
        ],
      },
    },
    { ...fluShot, ringSeconds: 45 },
    fluShot,
  ),
  callFlow(
    {
      ...{ name: "Visit survey call", purpose: "Survey" },
      tests: { "Good visit": ["PersonAnswered", "1", "StepFinished", "StepFinished"] },
    },
    visitSurvey,
  ),
]

/** The campaigns that called Northwind's patients in the past year. */
export const northwindCalls: ReadonlyArray<PlannedCalls> = [
  {
    title: "Visit survey calls",
    template: "Visit survey call",
    flow: visitSurvey,
    list: "Visitors of Valley",
    weeksAgo: 31,
  },
  { title: "Flu shot calls", template: "Flu shot call", flow: fluShot, list: "Flu shots due, Mission", weeksAgo: 7 },
  {
    title: "Visit survey calls",
    template: "Visit survey call",
    flow: visitSurvey,
    list: "Visitors of Mission",
    weeksAgo: 4,
  },
  { title: "Flu shot calls", template: "Flu shot call", flow: fluShot, list: "Flu shots due, Eastside", weeksAgo: 2 },
]
