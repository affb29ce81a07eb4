import type { Overview } from '@latchkey/management'
import type { Answer } from '../api/send.ts'
import { dayOf } from '../keys/keys-search.ts'
import type { Formats } from '../messages/formats.ts'
import type { OVERVIEW } from './texts.ts'

/** What a plot and its table show: a name and a value of each series for each place. */
export interface PlotData {
  readonly shape: 'steps' | 'bars' | 'lines'
  /** The name of each place, such as `Sun 22 Nov, 14:00`. */
  readonly names: readonly string[]
  /** The labels below the plot, at some of the places. */
  readonly ticks: readonly { readonly place: number; readonly label: string }[]
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[]
  /** How many places Page Up and Page Down move the cursor. */
  readonly step: number
}

const HOUR = 3_600
const DAY = 24 * HOUR
/** If there were more lines, they could not be told apart. */
const MOST_REASONS = 4
/** The number of days, including today. */
const REFUSAL_DAYS = 7
/** The number of weeks of sales, including this one. */
export const SALES_WEEKS = 12
/** The number of days for the ends of keys, including today. */
const END_DAYS = 31

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const indexes = (length: number, every = 1): number[] =>
  Array.from({ length: Math.ceil(length / every) }, (_, index) => index * every)

/** A plot of a value for each hour. The ticks are at the beginnings of days. */
export function plotOfHours(
  { since }: Overview['hours'],
  name: string,
  values: readonly number[],
  f: Formats,
): PlotData {
  const starts = indexes(values.length).map((place) => since + place * HOUR)
  return {
    shape: 'steps',
    names: starts.map(f.hour),
    ticks: starts.flatMap((start, place) =>
      new Date(start * 1_000).getHours() === 0 ? [{ place, label: f.weekday(start) }] : [],
    ),
    series: [{ name, values }],
    step: 24,
  }
}

interface LocalDay {
  /** The day, such as `2026-11-22`, where the person is. */
  readonly day: string
  /** Unix seconds of the first hour of the day that has a value. */
  readonly start: number
  readonly places: number[]
}

/** The hours by the day to which they belong where the person is. */
export function localDays(since: number, hours: number): readonly LocalDay[] {
  const days: LocalDay[] = []
  for (let place = 0; place < hours; place += 1) {
    const start = since + place * HOUR
    const day = dayOf(new Date(start * 1_000))
    const last = days.at(-1)
    if (last?.day === day) last.places.push(place)
    else days.push({ day, start, places: [place] })
  }
  return days
}

const byDay = (days: readonly LocalDay[], values: readonly number[]): number[] =>
  days.map(({ places }) => sumOf(places.map((place) => values[place] ?? 0)))

/** Refusals a day: a line for each of the most frequent reasons, and one for the others. */
export function plotOfRefusals(
  { hours, refusals }: Pick<Overview, 'hours' | 'refusals'>,
  t: typeof OVERVIEW.en.refusals,
  f: Formats,
): PlotData {
  // The hours of a week begin in the middle of a day. That day is left out, because it would seem
  // to have fewer refusals.
  const days = localDays(hours.since, hours.executions.length).slice(-REFUSAL_DAYS)
  const shown = refusals.length > MOST_REASONS + 1 ? refusals.slice(0, MOST_REASONS) : refusals
  const others = refusals.slice(shown.length).map((one) => one.hours)
  const series = shown.map(({ code, hours: values }) => ({
    name: t.reasons[code] ?? code,
    values: byDay(days, values),
  }))
  return {
    shape: 'lines',
    names: days.map(({ start }) => f.day(start)),
    ticks: days.map(({ start }, place) => ({ place, label: f.weekday(start) })),
    series:
      others.length === 0
        ? series
        : [...series, { name: t.others, values: byDay(days, sumTogether(others, hours.executions.length)) }],
    step: 7,
  }
}

const sumTogether = (lists: readonly (readonly number[])[], length: number): number[] =>
  indexes(length).map((place) => sumOf(lists.map((values) => values[place] ?? 0)))

/** The days are those of UTC: a user counts once in each. */
export function plotOfActive(
  { since, active_users: values }: Overview['days'],
  name: string,
  f: Formats,
): PlotData {
  const starts = indexes(values.length).map((place) => since + place * DAY)
  return {
    shape: 'bars',
    names: starts.map(f.utcDay),
    ticks: indexes(values.length, 7).map((place) => ({ place, label: f.utcDayOfMonth(starts[place] ?? 0) })),
    series: [{ name, values }],
    step: 7,
  }
}

/** Sales, renewals and refunds of each week (UTC), also of those without any. */
export function plotOfSales(
  weeks: Answer<'getSales'>['weeks'],
  now: number,
  names: typeof OVERVIEW.en.sales.series,
  f: Formats,
): PlotData {
  // Unix time began on a Thursday.
  const monday = Math.floor((now / DAY - 4) / 7) * 7 + 4
  const starts = indexes(SALES_WEEKS).map((place) => (monday - 7 * (SALES_WEEKS - 1 - place)) * DAY)
  const valuesOf = (name: keyof typeof names) =>
    starts.map((start) => weeks.find(({ from }) => from === start)?.[name] ?? 0)
  return {
    shape: 'lines',
    names: starts.map(f.utcDay),
    ticks: indexes(SALES_WEEKS, 3).map((place) => ({ place, label: f.utcDayOfMonth(starts[place] ?? 0) })),
    series: (['sales', 'renewals', 'refunds'] as const).map((name) => ({
      name: names[name],
      values: valuesOf(name),
    })),
    step: 4,
  }
}

/** The keys that end on each day where the person is, from today on, and those days. */
export function plotOfEnds(
  { since, keys }: Overview['ends'],
  name: string,
  f: Formats,
): { readonly plot: PlotData; readonly days: readonly string[] } {
  const days = localDays(since, keys.length).slice(0, END_DAYS)
  return {
    plot: {
      shape: 'bars',
      names: days.map(({ start }) => f.day(start)),
      ticks: indexes(days.length, 7).map((place) => ({
        place,
        label: f.dayOfMonth(days[place]?.start ?? 0),
      })),
      series: [{ name, values: byDay(days, keys) }],
      step: 7,
    },
    days: days.map(({ day }) => day),
  }
}
