import { execFileSync } from 'node:child_process'
import { parse as parseQuery } from 'node:querystring'
import qs from 'qs'
import { type Difference, type Form, forms, QUERY, valuesOf, write } from './forms.ts'

type Reading = Readonly<Record<string, unknown>>

/** Other libraries that read a query, and the forms they support. */
export const READERS: Readonly<
  Record<string, { readonly forms: readonly Form[]; readonly read: (text: string) => Reading }>
> = {
  qs: { forms: QUERY.filter(({ explode }) => explode), read: (query) => qs.parse(query) },
  'node:querystring': {
    forms: QUERY.filter(({ style, explode }) => explode && style === 'form'),
    read: (query) => parseQuery(query),
  },
}

const PYTHON = `
import json, sys, urllib.parse
from http.cookies import SimpleCookie
def read(location, text):
    if location == 'query':
        return urllib.parse.parse_qs(text, keep_blank_values=True).get('value', [])
    return [urllib.parse.unquote(morsel.value) for morsel in SimpleCookie(text).values()]
print(json.dumps([read(*one) for one in json.load(sys.stdin)]))
`

export function readByPython(): readonly Difference[] {
  const known = [
    ...forms('query', ['form'], ['text', 'list']).filter(({ explode }) => explode),
    ...forms('cookie', ['form'], ['text']),
  ]
  const cases = known.flatMap((form) =>
    valuesOf(form).map((value) => ({ form, value, written: write(form, value) ?? '' })),
  )
  const input = JSON.stringify(cases.map(({ form, written }) => [form.location, written]))
  const read: readonly (readonly string[])[] = JSON.parse(
    execFileSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' }),
  )
  return cases.map((one, index) => {
    const found = read[index] ?? []
    return { ...one, by: 'read by Python', got: one.form.shape === 'list' ? found : found[0] }
  })
}
