import { defaultSettings, type GlobalSettingsReply } from "#schemas/administration/globalSettings.ts"

/** Rules that someone has set up. */
export const sampleRules: GlobalSettingsReply = {
  settings: {
    ...defaultSettings,
    optOutWords: [{ language: "vi", word: "NGỪNG" }],
    quietHours: [{ state: "FL", from: "08:00", to: "20:00" }],
    capTexts: 3,
  },
  version: 2,
  updatedOn: "2026-11-18T15:00:00.000Z",
  lawWords: [
    { language: "en", words: ["STOP", "QUIT"] },
    { language: "es", words: ["ALTO"] },
  ],
}
