import { isObject } from '@concordat/runtime/json'
import type { NamedDifference } from '../differences.ts'
import type { Difference, Value } from './forms.ts'

const holds = (value: Value, letters: RegExp): boolean =>
  typeof value === 'string' ? letters.test(value) : Object.values(value).some((item) => letters.test(item))

const isBy = (by: string, name: string): boolean => by.endsWith(` ${name}`)

interface NamedStyle extends NamedDifference<Difference> {
  /** The only program with this difference; it is not available on every machine. */
  readonly by?: string
}

export const NAMED: readonly NamedStyle[] = [
  {
    reason:
      'A segment "." or ".." never arrives: URLs resolve it (RFC 3986, 5.2.4). Our client refuses to send it.',
    fits: ({ form, value, written }) =>
      form.location === 'path' &&
      // The request's URL has already resolved such a segment.
      [written, form.style === 'simple' && !isObject(value) ? [value].flat().join() : ''].some((segment) =>
        /^\.{1,2}$/.test(segment),
      ),
  },
  {
    reason:
      'The style "label" separates by ".", which no client percent-encodes, so an item with "." cannot be told from two (RFC 6570, 3.2.5).',
    fits: ({ form, value }) => form.style === 'label' && form.explode && holds(value, /\./),
  },
  {
    reason:
      'Delimiters may come percent-encoded (OpenAPI 3.1.1, 4.8.12.4), so an item that has one cannot be told from two. Our client refuses to send it.',
    fits: ({ form: { style }, value }) =>
      (style === 'spaceDelimited' && holds(value, / /)) || (style === 'pipeDelimited' && holds(value, /\|/)),
  },
  {
    reason:
      'Blanks at the ends of a header and of its items, and commas within these, are part of no value (RFC 9110, 5.5 and 5.6.1). Our client refuses to send them.',
    fits: ({ form, value }) =>
      form.location === 'header' && (holds(value, /^ | $/) || (form.shape === 'list' && holds(value, /,/))),
  },
  {
    reason: 'hey-api writes objects in headers as JSON, whatever style they have (OpenAPI 3.1.1, 4.8.12.4).',
    by: 'hey-api',
    fits: ({ by, form, value, written }) =>
      isBy(by, 'hey-api') &&
      form.location === 'header' &&
      form.shape === 'object' &&
      written === JSON.stringify(value),
  },
  {
    reason:
      'hey-api writes parameters of paths in the style `simple`, not exploded, whatever the document says (OpenAPI 3.1.1, 4.8.12.4).',
    by: 'hey-api',
    fits: ({ by, form }) =>
      isBy(by, 'hey-api') &&
      form.location === 'path' &&
      (form.style !== 'simple' || (form.explode && form.shape === 'object')),
  },
  {
    reason:
      'FastAPI does not decode cookies, which the style `form` percent-encodes (OpenAPI 3.1.1, Appendix D). Only the style `cookie` of 3.2 encodes nothing.',
    by: 'FastAPI',
    fits: ({ by, form, value, got }) =>
      isBy(by, 'FastAPI') && form.location === 'cookie' && decodeURIComponent(String(got)) === value,
  },
  {
    reason:
      'FastAPI decodes a path before it compares it with its routes, so "%2F" separates segments (RFC 3986, 2.2).',
    by: 'FastAPI',
    fits: ({ by, form, value, got }) =>
      isBy(by, 'FastAPI') &&
      form.location === 'path' &&
      holds(value, /\//) &&
      /^status (404|307)$/.test(String(got)),
  },
  {
    reason: 'Tomcat, on which Spring runs, refuses "%2F" in a path (RFC 3986, 2.2, allows it).',
    by: 'Spring',
    fits: ({ by, form, value, got }) =>
      isBy(by, 'Spring') && form.location === 'path' && holds(value, /\//) && got === 'status 400',
  },
  {
    reason:
      'Spring decodes a list before it splits it at commas, and trims its items (OpenAPI 3.1.1, Appendix C, has it split first).',
    by: 'Spring',
    fits: ({ by, form, value }) => isBy(by, 'Spring') && form.shape === 'list' && holds(value, /,|^ | $/),
  },
]
