import { useSyncExternalStore } from "react"
import { purposeWords } from "#schemas/outreach/purposeWords.ts"
import { PurposeChoice } from "#views/outreach/PurposeChoice.tsx"
import { addWords } from "../pageWords.ts"
import { workingPurpose } from "./workingPurpose.ts"

addWords(purposeWords)

/** The purpose of what is new, chosen once for all pages of outreach. */
export const PurposePart = () => (
  <PurposeChoice
    purpose={useSyncExternalStore(workingPurpose.subscribe, workingPurpose.read)}
    onChoose={workingPurpose.choose}
  />
)
