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
      'A "." or ".." segment never arrives because URLs resolve it (RFC 3986, 5.2.4). Our client refuses to send it.',
    fits: ({ form, value, written }) =>
      form.location === 'path' &&
      // Parsing the request's URL may already have removed such a segment from `written`, so the value is
      // tested too.
      [written, form.style === 'simple' && !isObject(value) ? [value].flat().join() : ''].some((segment) =>
        /^\.{1,2}$/.test(segment),
      ),
  },
  {
    reason:
      'The "label" style separates items with ".", which no client percent-encodes, so one item that contains "." looks like two (RFC 6570, 3.2.5).',
    fits: ({ form, value }) => form.style === 'label' && form.explode && holds(value, /\./),
  },
  {
    reason:
      'Delimiters may be percent-encoded (OpenAPI 3.1.1, 4.8.12.4), so one item that contains a delimiter looks like two. Our client refuses to send it.',
    fits: ({ form: { style }, value }) =>
      (style === 'spaceDelimited' && holds(value, / /)) || (style === 'pipeDelimited' && holds(value, /\|/)),
  },
  {
    reason:
      'Spaces around a header or its items, and commas within the items, are not part of any value (RFC 9110, 5.5 and 5.6.1). Our client refuses to send them.',
    fits: ({ form, value }) =>
      form.location === 'header' && (holds(value, /^ | $/) || (form.shape === 'list' && holds(value, /,/))),
  },
  {
    reason: 'hey-api writes objects in headers as JSON, whatever their style (OpenAPI 3.1.1, 4.8.12.4).',
    by: 'hey-api',
    fits: ({ by, form, value, written }) =>
      isBy(by, 'hey-api') &&
      form.location === 'header' &&
      form.shape === 'object' &&
      written === JSON.stringify(value),
  },
  {
    reason:
      'hey-api writes path parameters in the `simple` style, not exploded, whatever the document says (OpenAPI 3.1.1, 4.8.12.4).',
    by: 'hey-api',
    fits: ({ by, form }) =>
      isBy(by, 'hey-api') &&
      form.location === 'path' &&
      (form.style !== 'simple' || (form.explode && form.shape === 'object')),
  },
  {
    reason:
      'FastAPI does not decode cookies, which the `form` style percent-encodes (OpenAPI 3.1.1, Appendix D). Only the `cookie` style, new in OpenAPI 3.2, encodes nothing.',
    by: 'FastAPI',
    fits: ({ by, form, value, got }) =>
      isBy(by, 'FastAPI') && form.location === 'cookie' && decodeURIComponent(String(got)) === value,
  },
  {
    reason:
      'FastAPI decodes a path before matching it to routes, so "%2F" separates segments (RFC 3986, 2.2).',
    by: 'FastAPI',
    fits: ({ by, form, value, got }) =>
      isBy(by, 'FastAPI') &&
      form.location === 'path' &&
      holds(value, /\//) &&
      /^status (404|307)$/.test(String(got)),
  },
  {
    reason: 'Tomcat, on which Spring runs, rejects "%2F" in a path, although RFC 3986, 2.2, allows it.',
    by: 'Spring',
    fits: ({ by, form, value, got }) =>
      isBy(by, 'Spring') && form.location === 'path' && holds(value, /\//) && got === 'status 400',
  },
  {
    reason:
      'Spring decodes a list before splitting it at commas, and trims its items, although OpenAPI 3.1.1, Appendix C, says to split it first.',
    by: 'Spring',
    fits: ({ by, form, value }) => isBy(by, 'Spring') && form.shape === 'list' && holds(value, /,|^ | $/),
  },
]
