import type { PropertyFilters } from '../../generated/types.ts'
import type { Slice } from '../values/pagination.ts'
import type { Range } from './dates.ts'

/** An event that an analysis counts. */
export interface Entity {
  /** Name of the event; `null` means every event. */
  readonly event: string | null
  readonly properties: PropertyFilters
}

/** Query that all views have in common. */
export interface ViewQuery {
  readonly projectId: number
  readonly range: Range
  /** Conditions on every event, and on its person. */
  readonly properties: PropertyFilters
  /** Persons whose e-mail address, name or distinct id contains this. */
  readonly search: string | undefined
  readonly slice: Slice
}

/** One part of a breakdown: persons with these values of properties, or in one of these cohorts. */
export interface Breakdown {
  readonly type: 'event' | 'person' | 'cohort'
  /** All of these are required. */
  readonly parts: readonly { readonly key: string; readonly value: string | readonly string[] }[]
}

/** Maximum duration of a funnel. */
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
   * From 1: persons who reached this step. Negative, from -2: persons who reached the step before it, but not
   * this one.
   */
  readonly step: number
}

/** A common feature of persons in a funnel: an event during the funnel, or properties. */
export type Correlate =
  | { readonly type: 'event'; readonly entity: Entity }
  | { readonly type: 'person'; readonly properties: PropertyFilters }

export interface CorrelationQuery extends ViewQuery {
  readonly funnel: Funnel
  /** True for persons who completed the funnel, false for those who did not. */
  readonly converted: boolean | undefined
  readonly correlate: Correlate | undefined
}

/** A kind of event: pages, screens, or all whose names do not begin with "$". */
export type PathEventType = '$pageview' | '$screen' | 'custom_event'

export interface PathQuery extends ViewQuery {
  /** Events on paths, in addition to `kinds`; every event if both are empty. */
  readonly entities: readonly Entity[]
  readonly kinds: readonly PathEventType[]
  /** Names of events and places to leave out. */
  readonly excluded: readonly string[]
  /** Patterns of whole places, in which `*` means any text; a place is named by the first that matches. */
  readonly groupings: readonly string[]
  readonly startPoint: string | undefined
  readonly endPoint: string | undefined
  readonly stepLimit: number
  /** A place on a path: its number, from 1, and its name: `2_/pricing`. */
  readonly startKey: string | undefined
  readonly endKey: string | undefined
  readonly dropoffKey: string | undefined
}

/** State of a person's activity in a period. */
export type LifecycleState = 'new' | 'returning' | 'resurrecting' | 'dormant'

export interface LifecycleQuery extends ViewQuery {
  readonly entity: Entity
  readonly state: LifecycleState
  /** The previous period is part of the query's range, unless the range is shorter. */
  readonly period: Range
}

export interface RetentionQuery extends Omit<ViewQuery, 'range'> {
  readonly target: Entity
  readonly returning: Entity
  /** True if only the first target event ever lets a person start. */
  readonly isFirstTime: boolean
  /** Bounds of the periods, from the one in which persons start. */
  readonly bounds: readonly Date[]
}

export interface StickinessQuery extends ViewQuery {
  readonly entity: Entity
  readonly bounds: readonly Date[]
  /** Exact number of periods; `undefined` for any. */
  readonly periods: number | undefined
}

export interface TrendsQuery extends ViewQuery {
  readonly entity: Entity
  /** True if only a person's first event of its kind ever counts. */
  readonly isFirstTime: boolean
  readonly breakdown: Breakdown | undefined
}
