import { fromCallback, type EventObject } from "xstate"
import { Effect } from "effect"
import {
  changeTranslation,
  openTranslation,
  openWritten,
  previewTranslation,
  readLanguages,
  readMemory,
  readVoicesOf,
  saveTranslation,
  translateBack,
  translateText,
} from "#effects/Translations.ts"
import { translationEditorMachine, type TranslationVerb } from "#machines/language/translationEditor.machine.ts"
import type { BackTranslation } from "#schemas/language/machine.ts"
import {
  TranslationDraft,
  type Languages,
  type MemoryMatch,
  type Translation,
  type TranslationPreview,
} from "#schemas/language/translation.ts"
import type { HeardPrompt, HearPrompt } from "#schemas/outreach/sound.ts"
import type { OfferedVoice } from "#schemas/outreach/voice.ts"
import type { Problem } from "#schemas/problem.ts"
import { validatorOf } from "#schemas/validate.ts"
import { TranslationView } from "#views/language/TranslationView.tsx"
import { chunk, codeOf } from "../chunks.ts"
import { command } from "../command.ts"
import { lazyPart } from "../LazyPart.tsx"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useForm, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

/** What words are heard by; its code comes when they are. */
const sounds = chunk(() => import("#effects/Sounds.ts"), { reloads: false })
const loadSounds = Effect.tryPromise({ try: () => codeOf(sounds), catch: (problem) => problem as Problem })

const CallWords = lazyPart(
  chunk(() => import("./CallWordsPart.tsx").then(({ CallWordsPart }) => CallWordsPart)),
  { within: true },
)

const toasts = { success: "translation.saved", failure: "translation.notSaved" } as const
const nameOf = ({ name }: Translation): string => name

const logic = ({ operation, reading, form }: Tools) =>
  translationEditorMachine.provide({
    actors: {
      open: operation(openTranslation),
      languages: reading(readLanguages),
      voices: reading(readVoicesOf),
      memory: reading(readMemory),
      preview: reading(previewTranslation),
      back: reading(translateBack),
      hear: operation((asked: HearPrompt) => Effect.flatMap(loadSounds, ({ hearPrompt }) => hearPrompt(asked))),
      player: fromCallback<EventObject, HeardPrompt | null>(
        ({ input }) =>
          () =>
            void codeOf(sounds).then(({ forgetSound }) => forgetSound(input)),
      ),
      form: form({
        validate: validatorOf(TranslationDraft),
        submit: saveTranslation,
        theirs: openWritten,
        words: toasts,
      }),
      command: command<TranslationVerb>({
        translate: operation(translateText, toasts, nameOf),
        review: operation(changeTranslation("review"), toasts, nameOf),
        approve: operation(changeTranslation("approve"), toasts, nameOf),
        remove: operation(changeTranslation("remove"), toasts, nameOf),
      }),
    },
  })

/** `/translate?id=…&language=…`: one translation. */
export const TranslationPage = () => {
  const page = usePage(logic)
  const { actor } = page
  useThingTitle(page.snapshot.context.opened?.name)
  return (
    <TranslationView
      page={page}
      url={page.url}
      rights={usePerson()}
      languages={useReading<Languages>(actor, "languages")}
      voices={useReading<ReadonlyArray<OfferedVoice>>(actor, "voices")}
      memory={useReading<ReadonlyArray<MemoryMatch>>(actor, "memory")}
      preview={useReading<TranslationPreview>(actor, "preview")}
      back={useReading<BackTranslation>(actor, "back")}
      callWords={(props) => <CallWords {...props} />}
      form={useForm(actor, "form")}
      command={useCommand(actor)}
    />
  )
}
