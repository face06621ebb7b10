import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { TranslationOrigin } from "#schemas/language/translationFacts.ts"
import { optOutSentences } from "#server/outreach/optOuts/optOutSentences.rule.ts"
import { optOutHint } from "#schemas/outreach/variables.ts"
import type { Purpose } from "#schemas/outreach/template.ts"
import type { ReplyRule } from "#schemas/outreach/replyRule.ts"
import type { CallTest } from "#schemas/outreach/callTest.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"

/** A template of the demo; its last text is published unless `draft` says that it waits. */
export type DemoTemplate = {
  readonly channel: ChannelName
  readonly name: string
  readonly purpose: Purpose
  /** Every version, oldest first: a text in Liquid, or a call flow as JSON. */
  readonly texts: readonly [string, ...Array<string>]
  readonly draft: boolean
  /** What it says in more languages; `of` is the place of the text that it translates. */
  readonly translations?: ReadonlyArray<DemoTranslation>
  /** The rules for replies to its last text. */
  readonly rules?: ReadonlyArray<ReplyRule>
  /** The calls that are kept as tests of a call flow. */
  readonly tests?: ReadonlyArray<Pick<CallTest, "name" | "happened">>
}

/** A translation of the demo, and how far it came. */
export type DemoTranslation = {
  readonly of: number
  readonly language: LanguageTag
  readonly text: string
  readonly origin: TranslationOrigin
  readonly approved: boolean
}

const inSpanish = (text: string, of = 0): DemoTranslation => ({
  ...{ of, language: "es", origin: "person", approved: true },
  text: `${text} ${optOutSentences.es}`,
})
const inVietnamese = (text: string, origin: TranslationOrigin = "person"): DemoTranslation => ({
  ...{ of: 0, language: "vi", origin, approved: false },
  text: `${text} ${optOutSentences.vi}`,
})

const survey: DemoTemplate = {
  channel: "SMS",
  name: "Visit survey",
  purpose: "Survey",
  texts: [
    `{{ companyName }}: how was your visit, from 1 (poor) to 5 (great)? ${optOutHint}`,
    `Hi {{ firstName }}, thank you for visiting {{ companyName }}. How was your visit, from 1 (poor) to 5 (great)? ${optOutHint}`,
  ],
  draft: false,
}

const rule = (more: Partial<ReplyRule>): ReplyRule => ({
  ...{ match: "words", said: "", from: null, to: null, language: null },
  ...{ effect: "answer", text: "", name: "", value: "" },
  ...more,
})
/** A rating is kept; what people often ask is answered; who wants to speak to someone is left to staff. */
const surveyRules: ReadonlyArray<ReplyRule> = [
  rule({ match: "number", from: 1, to: 5, effect: "setValue", name: "Rating" }),
  rule({ said: "good, very good, great, excellent", effect: "setValue", name: "Rating", value: "5" }),
  rule({ said: "who is this, who are you", text: "This is your clinic. We ask everyone how their visit was." }),
  rule({ said: "call me, please call", effect: "handOver" }),
]

const published = (name: string, purpose: Purpose, text: string): DemoTemplate => ({
  channel: "SMS",
  name,
  purpose,
  texts: [`${text} ${optOutHint}`],
  draft: false,
})

/** Northwind's templates: in use, in Spanish, and one that waits to be published. */
export const northwindTemplates: ReadonlyArray<DemoTemplate> = [
  // Its Spanish was written for the first text, and is stale since the second.
  {
    ...survey,
    translations: [inSpanish("{{ companyName }}: ¿cómo fue su visita, de 1 (mala) a 5 (excelente)?")],
    rules: surveyRules,
  },
  {
    ...published(
      "Flu shot reminder",
      "Reminder",
      "Hi {{ firstName }}, flu shots are here. Walk in at {{ companyName }} any weekday from 9 to 4.",
    ),
    translations: [
      inSpanish(
        "Hola {{ firstName }}, ya hay vacunas contra la gripe. Venga sin cita a {{ companyName }}, de lunes a viernes de 9 a 4.",
      ),
      inVietnamese(
        "Chào {{ firstName }}, đã có vắc-xin cúm. Hãy đến {{ companyName }} từ 9 đến 16 giờ các ngày trong tuần, không cần hẹn.",
      ),
    ],
  },
  {
    ...published(
      "Annual check-up",
      "Appointment",
      "{{ firstName }}, it is time for your yearly check-up at {{ companyName }}. Reply CALL and we find a time with you.",
    ),
    translations: [
      inSpanish(
        "{{ firstName }}, es hora de su chequeo anual en {{ companyName }}. Responda CALL y buscaremos una hora con usted.",
      ),
      inVietnamese(
        "{{ firstName }}, đã đến lúc khám sức khỏe hằng năm tại {{ companyName }}. Trả lời CALL, chúng tôi sẽ tìm giờ cho bạn.",
        "phrases",
      ),
    ],
  },
  published(
    "Choose your time",
    "Appointment",
    "{{ firstName }}, your yearly check-up at {{ companyName }} is due. Choose your time: {{ bookingLink }}",
  ),
  published(
    "Diabetes care",
    "Reminder",
    "{{ companyName }}: {{ firstName }}, your blood sugar test is due. Please come by this week, no appointment needed.",
  ),
  published(
    "Encuesta de visita",
    "Survey",
    "Hola {{ firstName }}, gracias por visitar {{ companyName }}. ¿Cómo fue su visita, de 1 (mala) a 5 (excelente)?",
  ),
  {
    ...published(
      "Weekend clinic",
      "Notification",
      "{{ companyName }} now opens on Saturdays from 9 to 1, {{ firstName }}.",
    ),
    draft: true,
  },
]

/** Harbor's templates. */
export const harborTemplates: ReadonlyArray<DemoTemplate> = [
  published(
    "Cleaning recall",
    "Appointment",
    "Hi {{ firstName }}, your six-month cleaning at {{ companyName }} is due. Reply CALL and we find a time with you.",
  ),
  survey,
]
