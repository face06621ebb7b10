import { Temporal } from "temporal-polyfill"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import type { Response } from "./sends.ts"
import type { Random } from "./random.ts"

/** One campaign of the past year: its text, its list, its day. */
export type PlannedCampaign = {
  readonly name: string
  readonly template: string
  readonly list: string
  /** Milliseconds since 1970. */
  readonly launchAt: number
  readonly response: Response
  /** What people write back, the frequent more often. */
  readonly replies: ReadonlyArray<string>
  /** What its calls do; absent where texts are sent. */
  readonly calls?: CallFlow
}

/** A campaign of calls: how many weeks before the present one it was launched. */
export type PlannedCalls = Pick<PlannedCampaign, "template" | "list"> & {
  readonly title: string
  readonly flow: CallFlow
  readonly weeksAgo: number
}

type Kind = Pick<PlannedCampaign, "template" | "response" | "replies"> & {
  readonly title: string
  readonly lists: ReadonlyArray<string>
}

/** A year of a company: which kinds of campaign it runs in which month, with weights. */
export type Season = (month: number) => ReadonlyArray<readonly [Kind, number]>

const clinics = ["Eastside", "Harborview", "Mission", "North Bay", "Valley"]

const grades = [
  "5",
  "5",
  "5",
  "5",
  "4",
  "4",
  "4",
  "3",
  "2",
  "1",
  "5 thank you!",
  "Great, thank you",
  "Had to wait 40 minutes",
]
const answers = ["ok", "Thank you", "Yes", "On my way", "Who is this?", "Already done", "What are your hours?"]
const calls = ["CALL", "CALL", "CALL", "Call", "Yes please", "Already done", "Next month please"]
const grados = ["5", "5", "5", "4", "4", "3", "2", "Muy bien, gracias", "5 gracias"]

/** The survey that goes on all the year. */
export const visits: Kind = {
  title: "Visit survey",
  template: "Visit survey",
  lists: clinics.map((clinic) => `Visitors of ${clinic}`),
  response: { delivered: 0.967, replied: 0.24, optedOut: 0.006 },
  replies: grades,
}
const flu: Kind = {
  title: "Flu shots",
  template: "Flu shot reminder",
  lists: clinics.map((clinic) => `Flu shots due, ${clinic}`),
  response: { delivered: 0.958, replied: 0.07, optedOut: 0.011 },
  replies: answers,
}
const checkUp: Kind = {
  title: "Annual check-up",
  template: "Annual check-up",
  lists: ["Check-up due"],
  response: { delivered: 0.962, replied: 0.16, optedOut: 0.008 },
  replies: calls,
}
const diabetes: Kind = {
  title: "Diabetes care",
  template: "Diabetes care",
  lists: ["Diabetes care"],
  response: { delivered: 0.97, replied: 0.05, optedOut: 0.003 },
  replies: answers,
}
const spanish: Kind = {
  title: "Encuesta de visita",
  template: "Encuesta de visita",
  lists: ["Pacientes en español"],
  response: { delivered: 0.955, replied: 0.28, optedOut: 0.004 },
  replies: grados,
}
const recall: Kind = {
  title: "Cleaning recall",
  template: "Cleaning recall",
  lists: ["Cleaning due"],
  response: { delivered: 0.965, replied: 0.19, optedOut: 0.007 },
  replies: calls,
}
const harborVisits: Kind = { ...visits, lists: ["Visitors"] }

const isFluSeason = (month: number) => month >= 9 || month === 1

/** Northwind: flu shots in autumn, check-ups after the turn of the year, surveys all the time. */
export const northwindSeason: Season = (month) => [
  [visits, 40],
  [flu, isFluSeason(month) ? 55 : 0],
  [checkUp, month >= 2 && month <= 6 ? 30 : 8],
  [diabetes, 12],
  [spanish, 12],
]

/** Harbor: recalls, and a survey now and then. */
export const harborSeason: Season = () => [
  [recall, 60],
  [harborVisits, 40],
]

/** Calls have outcomes of their own (`calls.ts`). */
const answeredCalls: Response = { delivered: 0, replied: 0, optedOut: 0 }

const slowWeeks = (date: Temporal.PlainDate): boolean =>
  (date.month === 12 && date.day >= 22) || (date.month === 7 && date.day <= 7)

/** The name of a campaign: its kind and its day. */
export const titled = (title: string, date: Temporal.PlainDate): string =>
  `${title}, ${date.toLocaleString("en-US", { day: "numeric", month: "short", year: "numeric" })}`

/** The campaign of the week that begins on a Monday; none over the holidays. */
const planWeek = (
  random: Random,
  season: Season,
  monday: Temporal.PlainDate,
  timeZone: string,
): ReadonlyArray<PlannedCampaign> => {
  const date = monday.add({ days: random.int(1, 3) })
  const kind = random.weighted(season(date.month))
  const list = random.pick(kind.lists)
  const plainTime = { hour: random.int(9, 15), minute: random.pick([0, 15, 30, 45]) }
  if (slowWeeks(date)) return []
  const { template, response, replies } = kind
  const launchAt = date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
  return [{ name: titled(kind.title, date), template, list, launchAt, response, replies }]
}

/** The Monday of the present week, where the company is. */
const thisMonday = (now: number, zone: string): Temporal.PlainDate => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  return today.subtract({ days: today.dayOfWeek - 1 })
}

/**
 * A year of campaigns, oldest first, one a week on Tuesday to Thursday, none over
 * the holidays; the newest ended before the day of seeding.
 * @param now milliseconds since 1970
 */
export const planYear = (random: Random, season: Season, now: number, zone: string): ReadonlyArray<PlannedCampaign> => {
  const monday = thisMonday(now, zone)
  return Array.from({ length: 52 }, (_, index) => monday.subtract({ weeks: 52 - index })).flatMap((week) =>
    planWeek(random, season, week, zone),
  )
}

/**
 * The campaigns of calls, each on a Friday morning.
 * @param now milliseconds since 1970
 */
export const planCalls = (
  planned: ReadonlyArray<PlannedCalls>,
  now: number,
  timeZone: string,
): ReadonlyArray<PlannedCampaign> =>
  planned.map(({ title, template, list, flow, weeksAgo }) => {
    const date = thisMonday(now, timeZone).subtract({ weeks: weeksAgo }).add({ days: 4 })
    const launchAt = date.toZonedDateTime({ timeZone, plainTime: { hour: 10 } }).epochMilliseconds
    return { name: titled(title, date), template, list, launchAt, response: answeredCalls, replies: [], calls: flow }
  })

/**
 * The campaign that waits for its start in the week after next, or none over the holidays: it begins in nine days at
 * the earliest, so that someone who moves the demo clock to the morning meets it as it was scheduled.
 * @param now milliseconds since 1970
 */
export const planNext = (random: Random, season: Season, now: number, zone: string): ReadonlyArray<PlannedCampaign> =>
  planWeek(random, season, thisMonday(now, zone).add({ weeks: 2 }), zone)
