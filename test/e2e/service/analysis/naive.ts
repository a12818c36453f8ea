import { isDeepStrictEqual } from 'node:util'
import type { World, WorldEvent, WorldPerson } from './world.ts'

/** A condition, in the form that views accept. */
export interface Condition {
  readonly key: string
  readonly value?: unknown
  readonly operator: Operator
  readonly type: 'event' | 'person'
}

export type Operator =
  | 'exact'
  | 'is_not'
  | 'icontains'
  | 'not_icontains'
  | 'regex'
  | 'not_regex'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'is_set'
  | 'is_not_set'

/** Conditions that must all hold, or a group that defines how many must. */
export type Filter = Condition[] | Group

export interface Group {
  readonly type: 'AND' | 'OR'
  readonly values: (Condition | Group)[]
}

export interface Step {
  readonly id: string | null
  readonly properties?: Condition[]
}

/** Parameters that all views here have in common. */
export interface Frame {
  readonly world: World
  readonly from: number
  readonly to: number
  readonly properties: Filter
}

const byOrder = (a: WorldEvent, b: WorldEvent) => a.time - b.time || (a.uuid < b.uuid ? -1 : 1)

/** Returns a person's events that match the dates and conditions, in order. */
export function historyOf(
  { world, from, to, properties }: Frame,
  person: WorldPerson,
): readonly WorldEvent[] {
  return world.events
    .filter(({ distinctId, time }) => person.distinctIds.includes(distinctId) && time >= from && time < to)
    .filter((event) => lets(properties, event, person))
    .toSorted(byOrder)
}

export function isStep({ id, properties = [] }: Step, event: WorldEvent, person: WorldPerson): boolean {
  const isNamed = id === null || id === event.event
  return isNamed && properties.every((condition) => holds(condition, event, person))
}

function lets(filter: Filter, event: WorldEvent, person: WorldPerson): boolean {
  const { type, values } = 'length' in filter ? { type: 'AND', values: filter } : filter
  const one = (part: Condition | Group): boolean =>
    'values' in part ? lets(part, event, person) : holds(part, event, person)
  return type === 'OR' ? values.some(one) : values.every(one)
}

function holds({ key, value, operator, type }: Condition, event: WorldEvent, person: WorldPerson): boolean {
  const found = (type === 'event' ? event : person).properties[key]
  const text = found === undefined ? undefined : String(found)
  const opposite = opposites[operator]
  if (opposite !== undefined) return !holds({ key, value, operator: opposite, type }, event, person)
  // Matching one of several values is enough.
  return [value].flat().some((wanted) => {
    switch (operator) {
      case 'exact':
        return text === String(wanted)
      case 'icontains':
        return text?.toLowerCase().includes(String(wanted).toLowerCase()) ?? false
      case 'regex':
        return text !== undefined && new RegExp(String(wanted)).test(text)
      case 'is_set':
        return text !== undefined
      default:
        return text !== undefined && text !== '' && compares(operator, Number(text) - Number(wanted))
    }
  })
}

/**
 * The positive form of each negative operator: a person without the property does not have the value either.
 */
const opposites: Partial<Record<Operator, Operator>> = {
  is_not: 'exact',
  not_icontains: 'icontains',
  not_regex: 'regex',
  is_not_set: 'is_set',
}

const compares = (operator: Operator, difference: number): boolean =>
  (difference === 0 && operator.endsWith('e')) ||
  (operator.startsWith('gt') ? difference > 0 : difference < 0)

export interface NaiveFunnel {
  readonly steps: readonly Step[]
  readonly window: number
  readonly order: 'ordered' | 'strict' | 'unordered'
}

/** The run that got furthest: the step it reached, when it started, and when it reached that step. */
export interface Run {
  readonly reached: number
  readonly started: number
  readonly ended: number
}

/**
 * Tries every run. Among those that got furthest, returns the one that got there first; if several did, the
 * one that started last.
 */
export function furthestRun(frame: Frame, person: WorldPerson, funnel: NaiveFunnel): Run | undefined {
  const history = historyOf(frame, person)
  const runs =
    funnel.order === 'unordered' ? windowsOf(history, person, funnel) : runsOf(history, person, funnel)
  return runs.toSorted((a, b) => b.reached - a.reached || a.place - b.place || b.started - a.started)[0]
}

interface PlacedRun extends Run {
  /** Index of the event that reached the step. */
  readonly place: number
}

function runsOf(
  history: readonly WorldEvent[],
  person: WorldPerson,
  { steps, window, order }: NaiveFunnel,
): readonly PlacedRun[] {
  const found: PlacedRun[] = []
  function follow(reached: number, place: number, started: number): void {
    const event = history[place]
    const step = steps[reached]
    if (event === undefined || step === undefined) return
    if (isStep(step, event, person) && event.time <= started + window) {
      found.push({ reached: reached + 1, started, ended: event.time, place })
      if (order === 'strict') follow(reached + 1, place + 1, started)
      else for (let next = place + 1; next < history.length; next++) follow(reached + 1, next, started)
    }
  }
  for (const [place, { time }] of history.entries()) follow(0, place, time)
  return found
}

function windowsOf(
  history: readonly WorldEvent[],
  person: WorldPerson,
  { steps, window }: NaiveFunnel,
): readonly PlacedRun[] {
  const relevant = history.filter((event) => steps.some((step) => isStep(step, event, person)))
  return relevant.map(({ time }, place) => {
    const within = relevant.filter((other) => other.time <= time && other.time >= time - window)
    const done = steps.filter((step, index) => {
      const before = steps.slice(0, index).filter((other) => isDeepStrictEqual(other, step)).length
      return within.filter((event) => isStep(step, event, person)).length > before
    })
    return {
      reached: done.length,
      started: Math.min(...within.map((event) => event.time)),
      ended: time,
      place,
    }
  })
}

/** Returns a person's sessions as place names; staying at a place counts once. */
export function sessionsOf(frame: Frame, person: WorldPerson, places: NaivePlaces): readonly string[][] {
  const sessions: string[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const event of historyOf(frame, person)) {
    const name = groupName(placeName(event), places.path_groupings ?? [])
    if (!isPlace(event, person, places) || places.exclude_events?.includes(name)) continue
    if (event.time - last > 30 * 60_000) sessions.push([])
    last = event.time
    const session = sessions.at(-1)
    if (session?.at(-1) !== name) session?.push(name)
  }
  return sessions
}

/** The parts of paths. */
export interface NaivePlaces {
  readonly events?: readonly Step[] | undefined
  readonly include_event_types?: readonly string[] | undefined
  readonly exclude_events?: readonly string[] | undefined
  readonly path_groupings?: readonly string[] | undefined
}

function isPlace(
  event: WorldEvent,
  person: WorldPerson,
  { events = [], include_event_types: kinds = [], exclude_events = [] }: NaivePlaces,
): boolean {
  if (exclude_events.includes(event.event)) return false
  if (events.length + kinds.length === 0) return true
  const kind = event.event.startsWith('$') ? event.event : 'custom_event'
  return kinds.includes(kind) || events.some((step) => isStep(step, event, person))
}

/** Returns the first pattern that matches the whole name: the parts between its stars must occur in order. */
function groupName(name: string, groupings: readonly string[]): string {
  const fits = (grouping: string): boolean => {
    const [first = '', ...rest] = grouping.split('*')
    if (!name.startsWith(first)) return false
    const last = rest.pop()
    if (last === undefined) return name === first
    let at = first.length
    for (const part of rest) {
      const found = name.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return name.length - last.length >= at && name.endsWith(last)
  }
  return groupings.find(fits) ?? name
}

function placeName({ event, properties }: WorldEvent): string {
  if (event === '$screen') return String(properties['$screen_name'] || event)
  const url = properties['$current_url']
  return event === '$pageview' && url !== undefined ? String(url).replace(/(.)\/$/, '$1') : event
}

export interface NaivePath {
  readonly start_point?: string | undefined
  readonly end_point?: string | undefined
  readonly step_limit: number
  readonly path_start_key?: string | undefined
  readonly path_end_key?: string | undefined
  readonly path_dropoff_key?: string | undefined
}

export function walksPath(session: readonly string[], path: NaivePath): boolean {
  const { step_limit } = path
  const plain = (name: string | undefined) => name?.replace(/(.)\/$/, '$1')
  const [start_point, end_point] = [plain(path.start_point), plain(path.end_point)]
  const path_start_key = plain(path.path_start_key)
  const path_end_key = plain(path.path_end_key)
  const path_dropoff_key = plain(path.path_dropoff_key)
  const first = start_point === undefined ? 0 : session.indexOf(start_point)
  const last = end_point === undefined ? session.length - 1 : session.indexOf(end_point, Math.max(first, 0))
  if (first < 0 || last < 0) return false
  const whole = session.slice(first, last + 1)
  const isCutAhead = end_point !== undefined && start_point === undefined
  const places = isCutAhead ? whole.slice(-step_limit) : whole.slice(0, step_limit)
  const keys = places.map((name, index) => `${index + 1}_${name}`)
  const edges = keys.slice(1).map((to, index) => ({ from: keys[index], to }))
  const isEdge =
    (path_start_key === undefined && path_end_key === undefined) ||
    edges.some(
      ({ from, to }) =>
        (path_start_key === undefined || from === path_start_key) &&
        (path_end_key === undefined || to === path_end_key),
    )
  const isWhole = isCutAhead || whole.length <= step_limit
  return isEdge && (path_dropoff_key === undefined || (isWhole && keys.at(-1) === path_dropoff_key))
}

export type Unit = 'hour' | 'day' | 'week' | 'month'

/** Names the period that contains a moment, using the local date. */
export function periodName(time: number, unit: Unit, timeZone: string): string {
  if (unit === 'hour') return String(Math.floor(time / hourLength))
  const shown = dateThere(time, timeZone)
  if (unit === 'month') return shown.slice(0, 7)
  if (unit === 'day') return shown
  const monday = new Date(`${shown}T00:00:00Z`)
  while (monday.getUTCDay() !== 1) monday.setUTCDate(monday.getUTCDate() - 1)
  return monday.toISOString().slice(0, 10)
}

const hourLength = 3_600_000

function dateThere(time: number, timeZone: string): string {
  const format =
    dateFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  dateFormats.set(timeZone, format)
  return format.format(time)
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Names the periods that a time span touches, in order. */
export function periodsTouched(
  { from, to }: { from: number; to: number },
  unit: Unit,
  timeZone: string,
): readonly string[] {
  const names = new Set<string>()
  for (let time = from; time < to; time += hourLength) names.add(periodName(time, unit, timeZone))
  if (from < to) names.add(periodName(to - 1, unit, timeZone))
  return [...names]
}

/** Names the last `count` periods up to a moment, in order. */
export function lastPeriods(time: number, count: number, unit: Unit, timeZone: string): readonly string[] {
  const names = new Set<string>()
  for (let before = time; names.size <= count; before -= hourLength)
    names.add(periodName(before, unit, timeZone))
  return [...names].slice(0, count).toReversed()
}
