import type { PasswordFault, PasswordValidation } from "#schemas/session/loginGroup.ts"

/** Fewest letters of a password someone chooses: between NIST SP 800-63B-4's 8 with a second step, which ours has, and its 15 alone. */
export const passwordLetters = 12
/** Most letters: far more than anyone types, and little enough to hash. */
export const maxPasswordLetters = 256

/** What guessing begins with: words, names and habits found in every list of leaked passwords, and our own words. */
const known = [
  ..."password passwort passw0rd contrasena motdepasse letmein welcome willkommen bienvenue administrator admin".split(
    " ",
  ),
  ..."adminview outreach clinic patient health doctor hospital medical office company secret login signin".split(" "),
  ..."default changeme temp temporary testing test demo guest user root master super access account server".split(" "),
  ..."iloveyou loveme love lovely princess sunshine rainbow flower butterfly summer winter spring autumn".split(" "),
  ..."monday tuesday wednesday thursday friday saturday sunday january february march april june july august".split(
    " ",
  ),
  ..."september october november december football baseball basketball soccer hockey liverpool chelsea arsenal".split(
    " ",
  ),
  ..."superman batman spiderman pokemon starwars dragon monkey tigger shadow ninja killer freedom whatever".split(" "),
  ..."michael michelle jennifer jessica jordan ashley charlie daniel thomas andrew joshua matthew anthony".split(" "),
  ..."computer internet google facebook samsung apple microsoft windows america mustang harley ferrari".split(" "),
  ..."trustno correct horse battery staple hunter cheese chocolate cookie banana orange purple hello".split(" "),
].toSorted((one, other) => other.length - one.length)

/** Rows a finger runs along. */
const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "asdfghjkl", "zxcvbnm", "azerty"]
const ways = rows.flatMap((row) => [row, [...row].toReversed().join("")])

/** Signs typed for letters. */
const signs: Readonly<Record<string, string>> = { "@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", $: "s" }
const spelled = (text: string) => [...text].map((sign) => signs[sign] ?? sign).join("")

const follows = (one: string | undefined, next: string | undefined): boolean =>
  one !== undefined && next !== undefined && (one === next || ways.some((way) => way.includes(one + next)))

/** Takes out every run of three or more that repeats a letter or follows a row. */
const withoutRuns = (text: string): string => {
  const letters = [...text]
  const inRun = letters.map((_, place) =>
    [place - 2, place - 1, place].some(
      (from) => follows(letters[from], letters[from + 1]) && follows(letters[from + 1], letters[from + 2]),
    ),
  )
  return letters.filter((_, place) => inRun[place] !== true).join("")
}

/** Two rows typed in turns, `1q2w3e4r5t6y`, are none when each hand is looked at alone. */
const withoutTurns = (text: string): string => {
  const letters = [...text]
  return [0, 1].map((hand) => withoutRuns(letters.filter((_, place) => place % 2 === hand).join(""))).join("")
}

const withoutWords = (text: string): string => known.reduce((left, word) => left.replaceAll(word, ""), text)

/** So many different letters must be left once all that everyone would guess is taken out. */
const differentLetters = 5

const isCommon = (password: string): boolean => {
  const years = /(19|20)\d\d/g
  const lower = password.toLowerCase().replaceAll(/\s/g, "")
  const left = [lower, spelled(lower)].map((text) => withoutWords(text.replaceAll(years, "")))
  return left
    .flatMap((text) => [withoutRuns(text), withoutTurns(text)])
    .some((text) => new Set(text).size < differentLetters)
}

/** The address itself, the name before its @, or that name with a few letters around it. */
const isLikeEmail = (password: string, email: string): boolean => {
  const [lower, address] = [password.toLowerCase(), email.trim().toLowerCase()]
  const [name = ""] = address.split("@")
  if (address !== "" && lower.includes(address)) return true
  return name.length >= 4 && lower.includes(name) && new Set(lower.replaceAll(name, "")).size < differentLetters
}

/**
 * Judges a password someone chose: long enough, not their e-mail address, not
 * one that everyone guesses; no rule about kinds of letters, and every letter
 * may stand in it (NIST SP 800-63B §3.1.1.2). Letters are counted as people see
 * them, in the form they are hashed in.
 * @param email whose password it is to be
 */
export const judgePassword = (password: string, email: string): PasswordValidation => {
  const form = password.normalize("NFKC")
  const letters = [...form].length
  const faults: ReadonlyArray<PasswordFault | false> = [
    letters < passwordLetters && "tooShort",
    letters > maxPasswordLetters && "tooLong",
    isLikeEmail(form, email) && "likeEmail",
    letters >= passwordLetters && isCommon(form) && "tooCommon",
  ]
  const found = faults.filter((fault) => fault !== false)
  return { isValid: found.length === 0, faults: found }
}
