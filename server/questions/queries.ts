import type { PropertyFilters } from '../../generated/types.ts'
import type { Slice } from '../values/pagination.ts'
import type { Range } from './dates.ts'

/** An event that an analysis counts. */
export interface Entity {
  /** Name of the event; `null` stands for every event. */
  readonly event: string | null
  readonly properties: PropertyFilters
}

/** Query that every view takes. */
export interface ViewQuery {
  readonly projectId: number
  readonly range: Range
  /** Conditions on every event that is looked at, and on its person. */
  readonly properties: PropertyFilters
  /** Persons whose e-mail address, name or distinct id contains this. */
  readonly search: string | undefined
  readonly slice: Slice
}

/** One part of a breakdown: those with these values of properties, or in one of these cohorts. */
export interface Breakdown {
  readonly type: 'event' | 'person' | 'cohort'
  /** All of these hold. */
  readonly parts: readonly { readonly key: string; readonly value: string | readonly string[] }[]
}

/** Longest duration of a funnel. */
export interface Window {
  readonly length: number
  readonly unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month'
}

/** Order of steps: with other events between them, without, or in any order. */
export type StepOrder = 'ordered' | 'strict' | 'unordered'

/** The steps of a funnel. */
export interface Funnel {
  readonly steps: readonly Entity[]
  readonly window: Window
  readonly order: StepOrder
  readonly breakdown: Breakdown | undefined
}

export interface FunnelQuery extends ViewQuery {
  readonly funnel: Funnel
  /**
   * From 1: persons who reached it. Negative, from -2: persons who reached the step before it, and no
   * further.
   */
  readonly step: number
}

/** Common feature of persons in a funnel: an event on their way through it, or properties. */
export type Correlate =
  | { readonly type: 'event'; readonly entity: Entity }
  | { readonly type: 'person'; readonly properties: PropertyFilters }

export interface CorrelationQuery extends ViewQuery {
  readonly funnel: Funnel
  /** True if persons went through the whole funnel. */
  readonly converted: boolean | undefined
  readonly correlate: Correlate | undefined
}

/** A kind of events: pages, screens, and all whose names do not begin with "$". */
export type PathEventType = '$pageview' | '$screen' | 'custom_event'

export interface PathQuery extends ViewQuery {
  /** Events that make paths; with `kinds`, the events of either, and every event if both are empty. */
  readonly entities: readonly Entity[]
  readonly kinds: readonly PathEventType[]
  /** Names of events, and of places, that are left out. */
  readonly excluded: readonly string[]
  /** Patterns of whole places, `*` being any text; the first that a place fits is its name. */
  readonly groupings: readonly string[]
  readonly startPoint: string | undefined
  readonly endPoint: string | undefined
  readonly stepLimit: number
  /** Places on a path are its number, from 1, and its name: `2_/pricing`. */
  readonly startKey: string | undefined
  readonly endKey: string | undefined
  readonly dropoffKey: string | undefined
}

/** State of a person's activity in a period. */
export type LifecycleState = 'new' | 'returning' | 'resurrecting' | 'dormant'

export interface LifecycleQuery extends ViewQuery {
  readonly entity: Entity
  readonly state: LifecycleState
  /** The period before is part of the query's range, where the range is not cut shorter. */
  readonly period: Range
}

export interface RetentionQuery extends Omit<ViewQuery, 'range'> {
  readonly target: Entity
  readonly returning: Entity
  /** True if a person starts only with the first target event ever. */
  readonly isFirstTime: boolean
  /** Bounds of the periods, from the one in which persons start. */
  readonly bounds: readonly Date[]
}

export interface StickinessQuery extends ViewQuery {
  readonly entity: Entity
  readonly bounds: readonly Date[]
  /** In exactly how many periods; in any when `undefined`. */
  readonly periods: number | undefined
}

export interface TrendsQuery extends ViewQuery {
  readonly entity: Entity
  /** True if only an event that is a person's first of its kind ever counts. */
  readonly isFirstTime: boolean
  readonly breakdown: Breakdown | undefined
}
