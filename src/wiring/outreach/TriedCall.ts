import { callFlowWords } from "#schemas/outreach/callFlowWords.ts"
import { callTrialWords } from "#schemas/outreach/callTrialWords.ts"
import { voiceWords } from "#schemas/outreach/voiceWords.ts"
import { writtenWords } from "#schemas/outreach/writtenWords.ts"
import { CallTrialPart } from "#views/outreach/CallTrialPart.tsx"
import { addWords } from "../pageWords.ts"

addWords(callTrialWords, callFlowWords, voiceWords, writtenWords)

/** `/ivr?id=…&tab=try`: a call that is tried, and those that are kept as tests. */
export const TriedCall = CallTrialPart
