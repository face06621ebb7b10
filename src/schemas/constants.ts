/** Numbers of the specification, marked as specified (docs/specification.md#constants), and the product's own limits, each once. */

/** How long a toast stays, in milliseconds (specified). */
export const toastMillis = 3_000
/** Script chunk load timeout, in milliseconds (specified). */
export const chunkTimeoutMillis = 120_000
/** How long the code of the maps service may take, in milliseconds; until then, and after, the map is drawn by us. */
export const mapsPatienceMillis = 8_000
/** How long the card processor may take to show its page, and to make a token, in milliseconds. */
export const cardPatienceMillis = 15_000
/** How long the reload that answers missing code may take to begin, in milliseconds. */
export const reloadPatienceMillis = 10_000
/** Persisted-state timeout, in milliseconds: later than this the app starts without it (specified). */
export const persistMillis = 5_000
/** After this long a loader offers Cancel, in milliseconds; calls themselves never time out (specified). */
export const loaderPatienceMillis = 10_000
/** After rights were read again they are left alone for so long, in milliseconds; longer when nothing new came. */
export const rightsPauseMillis = 60_000
export const rightsLongPauseMillis = 15 * 60_000
/** Accepted clock skew of tokens, in seconds (specified). */
export const clockSkewSeconds = 300
/** Sign-in popup, in pixels (specified). */
export const popupSize = { width: 483, height: 600 } as const

/** Limits of files and rows (docs/policy.md#limits). */
export const limits = {
  fileBytes: 100 * 1024 * 1024,
  fileRows: 2_000_000,
  /** Lists that are offered where one is chosen, the newest. */
  offeredLists: 1_000,
  fileColumns: 200,
  cellCharacters: 64 * 1024,
  bodyBytes: 1024 * 1024,
  /** Names in a body; the largest of ours, a mapping of 200 columns, has some hundreds. */
  bodyKeys: 5_000,
  /** Objects and lists within each other in a body; ours nest to 5. */
  bodyDepth: 32,
  messageCharacters: 1_600,
  exportRows: 1_000_000,
  linkParameters: 20,
  linkCharacters: 2_000,
  responseColumns: 60,
  /** People who are sent one text by hand; more of them are a campaign. */
  quickSendPeople: 20,
} as const

/**
 * How often one person may do what costs the server or others something, counted in each process: `calls` at once,
 * and as many again spread evenly over `perMillis`. Far more than people do; less than a program in a loop.
 */
export const callRates = {
  login: { calls: 120, perMillis: 60_000 },
  write: { calls: 300, perMillis: 60_000 },
  ask: { calls: 300, perMillis: 60_000 },
  export: { calls: 30, perMillis: 300_000 },
  /** Of patients: by one link, from one network, where a clinic's waiting room may sit, and with links that are not good. */
  link: { calls: 60, perMillis: 60_000 },
  network: { calls: 600, perMillis: 60_000 },
  guess: { calls: 30, perMillis: 600_000 },
  /** Calls by which staff hear a call flow on a phone. */
  testCall: { calls: 5, perMillis: 600_000 },
} as const

/** Exports at once: of a person, and of a process. Others wait in a queue. */
export const maxExports = { person: 2, process: 4 } as const
/** How soon who waits for an export asks again, in seconds. */
export const exportAgainSeconds = 3
/** Feeds that a person may hold open at once in a process; a browser needs one for all its tabs. */
export const maxFeeds = 10

const hourMillis = 3_600_000
/** A day, in milliseconds. */
export const dayMillis = 24 * hourMillis

/** How long what is not the record is kept, in milliseconds; it is removed within the hour after (docs/policy.md#retention). What a Super Admin may set stands in `administration/globalSettings.ts`. */
export const retention = {
  /** Answers of commands, given again to a repetition. */
  commandMillis: dayMillis,
  /** Numbers reserved for something that was never saved. */
  reservationMillis: dayMillis,
  /** Rows of list files that are kept to be corrected: the rejected ones, and the sample of the mapping. */
  importRowsMillis: 90 * dayMillis,
  /** From where and by which device people signed in, since they were last there. */
  signInMillis: 90 * dayMillis,
  /** What people were told of, read or not. */
  noticeMillis: 90 * dayMillis,
  /** Calls by which staff heard a call flow, with the number that was called. */
  testCallMillis: 90 * dayMillis,
  /** Which exports there were. */
  exportMillis: 90 * dayMillis,
  /** Who got mails of saved views; their links work for a shorter time. */
  reportMailMillis: 90 * dayMillis,
  /** The files of exports. */
  exportFileMillis: 7 * dayMillis,
  /** Parts of an export's file that is still being taken. */
  exportPartMillis: dayMillis,
} as const

/** Quiet hours of texts and calls: nothing leaves before `from` or at and after `to`, recipient's wall time (47 CFR 64.1200(c)(1)). */
export const sendingWindow = { from: "08:00", to: "21:00" } as const

/** The calling hours a company begins with. */
export const callingHours = { from: "09:00", to: "20:00" } as const

/** Above how many people on a list a company may ask for a second person's confirmation. */
export const confirmAbove = { minimum: 1, maximum: 10_000_000 } as const

/** How many days a company may keep recordings of calls, and with how many it begins. */
export const recordingDays = { minimum: 1, maximum: 3_650, usual: 90 } as const

/** No one acted for this long: the session ends, in milliseconds (specified). */
export const idleMillis = 3_600_000
/** How long before that the prompt opens, in milliseconds (WCAG 2.2.1). */
export const idlePromptMillis = 60_000
/** The idle timer starts again this long after the last activity, in milliseconds (specified). */
export const idleDebounceMillis = 1_000
/** Of the events that count as activity one in so many milliseconds is looked at (specified). */
export const activityThrottleMillis = 200
/** How long a tab that wants to lead waits for another's word, in milliseconds (specified). */
export const leaderResponseMillis = 100
/** How often a following tab asks whether its leader is still there, in milliseconds (specified). */
export const leaderFallbackMillis = 2_000
