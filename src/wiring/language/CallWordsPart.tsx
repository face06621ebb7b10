import { translateWords } from "#schemas/language/translateWords.ts"
import { voiceWords } from "#schemas/outreach/voiceWords.ts"
import { writtenWords } from "#schemas/outreach/writtenWords.ts"
import { CallWords } from "#views/language/CallWords.tsx"
import { addWords } from "../pageWords.ts"

addWords(translateWords, voiceWords, writtenWords)

/** What a call flow says in another language, place by place; its code comes when one is translated. */
export const CallWordsPart = CallWords
