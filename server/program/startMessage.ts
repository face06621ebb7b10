import { demoAccounts, demoPassword } from "#server/demo/accounts.ts"
import { userTypeNames } from "#schemas/userTypeNames.ts"
import type { Settings } from "./settings.ts"

const accountLines = (): ReadonlyArray<string> => {
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  return demoAccounts.map(
    ({ email, userType, companyName, shows }) =>
      `  ${email.padEnd(width)}  ${userTypeNames[userType].padEnd(11)}  ${companyName} (${shows})`,
  )
}

const demoSignInLines = ({ publicUrl }: Settings): ReadonlyArray<string> => [
  `Demo accounts, password for all: ${demoPassword}`,
  ...accountLines(),
  "",
  `Mailbox (sign-in codes):  ${publicUrl}/dev/mailbox`,
]

const hostedLines = (authority: string): ReadonlyArray<string> => [
  `Sign-in: ${authority}`,
  "A demo account is given to a person there with: npm run admin -- link --email … --subject …",
  ...accountLines(),
  "",
]

const demoLines = (settings: Settings): ReadonlyArray<string> => [
  "",
  ...(settings.identity === undefined ? demoSignInLines(settings) : hostedLines(settings.identity.authority)),
  `Handset (patients' phones): ${settings.publicUrl}/dev/handset`,
  "Simulated carrier: on – nothing leaves this computer.",
]

/** Without a mail server and without the demo's mailbox no one can read the code that every sign-in asks for. */
const mailLines = ({ identity, smtpUrl }: Settings, demo: boolean): ReadonlyArray<string> =>
  identity === undefined && smtpUrl === undefined && !demo
    ? ["No one can sign in yet: codes are mailed, and no mail server is named. Set SMTP_URL."]
    : []

const embeddedLines = (settings: Settings): ReadonlyArray<string> => [
  `Data: ${settings.dataDir} (ADMIN_VIEW_DATA changes it). The embedded database survives a crash of the program,`,
  "but not a power cut. Start over: stop with Ctrl-C, then npm run reset.",
]

/** What a newcomer must know, printed when the program is ready. */
export const startMessage = (settings: Settings, demo: boolean): string =>
  [
    ...(demo ? demoLines(settings) : []),
    "",
    ...(settings.databaseUrl === undefined ? embeddedLines(settings) : ["Data: PostgreSQL (DATABASE_URL)."]),
    ...mailLines(settings, demo),
    `Address: ${settings.publicUrl} (PORT changes it). Stop: Ctrl-C.`,
  ].join("\n")
