import type { PropertyFilters } from '../../generated/types.ts'
import type { Slice } from '../values/pagination.ts'
import type { Range } from './dates.ts'

/** An event that an analysis counts. */
export interface Entity {
  /** The event's name; `null` means every event. */
  readonly event: string | null
  readonly properties: PropertyFilters
}

/** The part of a query that all views have in common. */
export interface ViewQuery {
  readonly projectId: number
  readonly range: Range
  /** Conditions that every event and its person must meet. */
  readonly properties: PropertyFilters
  /** Selects persons whose e-mail address, name or distinct id contains this string. */
  readonly search: string | undefined
  readonly slice: Slice
}

/**
 * One part of a breakdown: events or persons that have these property values, or persons in one of these
 * cohorts.
 */
export interface Breakdown {
  readonly type: 'event' | 'person' | 'cohort'
  /** All of these must match. */
  readonly parts: readonly { readonly key: string; readonly value: string | readonly string[] }[]
}

/** The maximum duration of a funnel. */
export interface Window {
  readonly length: number
  readonly unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month'
}

/**
 * Order of steps: with other events allowed between them, with no other events between them, or in any order.
 */
export type StepOrder = 'ordered' | 'strict' | 'unordered'

/** A funnel's steps. */
export interface Funnel {
  readonly steps: readonly Entity[]
  readonly window: Window
  readonly order: StepOrder
  readonly breakdown: Breakdown | undefined
}

export interface FunnelQuery extends ViewQuery {
  readonly funnel: Funnel
  /**
   * A positive number n selects persons who reached step n. A negative number -n, starting from -2, selects
   * persons who reached step n - 1, but not step n.
   */
  readonly step: number
}

/** A feature that persons in a funnel have in common: an event during the funnel, or properties. */
export type Correlate =
  | { readonly type: 'event'; readonly entity: Entity }
  | { readonly type: 'person'; readonly properties: PropertyFilters }

export interface CorrelationQuery extends ViewQuery {
  readonly funnel: Funnel
  /** True for persons who completed the funnel, false for persons who did not, `undefined` for both. */
  readonly converted: boolean | undefined
  readonly correlate: Correlate | undefined
}

/** A kind of event: page views, screens, or all events whose names do not begin with "$". */
export type PathEventType = '$pageview' | '$screen' | 'custom_event'

export interface PathQuery extends ViewQuery {
  /** Events on paths, in addition to `kinds`; every event if both are empty. */
  readonly entities: readonly Entity[]
  readonly kinds: readonly PathEventType[]
  /** Names of events and places to omit. */
  readonly excluded: readonly string[]
  /**
   * Patterns for whole places, in which `*` stands for any text. A place gets the name of the first pattern
   * that matches.
   */
  readonly groupings: readonly string[]
  readonly startPoint: string | undefined
  readonly endPoint: string | undefined
  readonly stepLimit: number
  /**
   * Start of the requested edge: a place's number on the path, starting from 1, and its name: `2_/pricing`.
   */
  readonly startKey: string | undefined
  readonly endKey: string | undefined
  readonly dropoffKey: string | undefined
}

/** The state of a person's activity in a period. */
export type LifecycleState = 'new' | 'returning' | 'resurrecting' | 'dormant'

export interface LifecycleQuery extends ViewQuery {
  readonly entity: Entity
  readonly state: LifecycleState
  /**
   * The period of the requested state. The query's range also includes the period before it, unless the dates
   * exclude that period.
   */
  readonly period: Range
}

export interface RetentionQuery extends Omit<ViewQuery, 'range'> {
  readonly target: Entity
  readonly returning: Entity
  /** True if only the first target event that a person ever had counts as a start. */
  readonly isFirstTime: boolean
  /** Bounds of the periods, beginning with the period in which persons start. */
  readonly bounds: readonly Date[]
}

export interface StickinessQuery extends ViewQuery {
  readonly entity: Entity
  readonly bounds: readonly Date[]
  /** Exact number of periods in which a person was active; `undefined` for any number. */
  readonly periods: number | undefined
}

export interface TrendsQuery extends ViewQuery {
  readonly entity: Entity
  /** True if only the first event of this kind that a person ever had counts. */
  readonly isFirstTime: boolean
  readonly breakdown: Breakdown | undefined
}
