import { isFields } from '../exchange.ts'
import { isInteger, isText, type Rules } from '../store-rules.ts'

/**
 * The store's requirements for orders, written by hand, because the checks of the document and of its server
 * must not share code.
 */

export const PRIORITIES: readonly unknown[] = ['low', 'normal', 'high']

const isLabels = (value: unknown) =>
  Array.isArray(value) && value.length <= 10 && value.every((label) => isText(1, 20)(label))

/** Writable properties of an order, in the order in which they are shown. */
export const orderRules: Rules = {
  customer: isText(1, 80),
  quantity: isInteger(1, 1000),
  priority: (value) => PRIORITIES.includes(value),
  express: (value) => typeof value === 'boolean',
  note: isText(0, 2000),
  labels: isLabels,
  attributes: isFields,
}

/** Defaults for properties of a new order that were not sent. */
export const ORDER_DEFAULTS = {
  quantity: 1,
  priority: 'normal',
  express: false,
  note: '',
  labels: [],
  attributes: {},
}
