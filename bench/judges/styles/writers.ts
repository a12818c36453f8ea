import createClient, {
  defaultPathSerializer,
  serializeArrayParam,
  serializeObjectParam,
  serializePrimitiveParam,
} from 'openapi-fetch'
import qs from 'qs'
import type { Form, Value } from './forms.ts'

/**
 * Another project's client. It returns the text that it writes for a parameter, or `undefined` if it does not
 * support the form or rejects the value.
 */
export type Writer = (form: Form, value: Value) => string | undefined | Promise<string | undefined>

export const WRITERS: Readonly<Record<string, Writer>> = {
  'openapi-fetch': ({ location, style, explode, shape }, value) => {
    if (location === 'header') return shape === 'object' ? undefined : headerOfOpenapiFetch(value)
    if (location === 'path') {
      const [before, after] = [{ label: '.', matrix: ';' }[String(style)] ?? '', explode ? '*' : '']
      return defaultPathSerializer(`{${before}value${after}}`, { value })
    }
    const options = { style: style as 'form', explode }
    if (shape === 'text') return serializePrimitiveParam('value', String(value))
    return shape === 'list'
      ? serializeArrayParam('value', [...Object.values(value)], options)
      : serializeObjectParam('value', { ...Object(value) }, options)
  },
  qs: ({ location, style, explode }, value) => {
    if (location !== 'query' || (style === 'form' && !explode) || style.endsWith('Delimited'))
      return undefined
    if (style === 'form' && typeof value === 'object' && !Array.isArray(value)) return qs.stringify(value)
    return qs.stringify({ value }, { arrayFormat: 'repeat' })
  },
}

interface Paths {
  readonly '/': {
    readonly get: {
      readonly parameters: { readonly header: { readonly value: Value } }
      readonly responses: object
    }
  }
}

/**
 * Returns the header that openapi-fetch writes; `undefined` if `fetch` rejects it, as it does for characters
 * outside Latin-1.
 */
async function headerOfOpenapiFetch(value: Value): Promise<string | undefined> {
  let written: string | undefined
  const client = createClient<Paths>({
    baseUrl: 'http://127.0.0.1',
    fetch: async ({ headers }) => {
      written = headers.get('value') ?? undefined
      return new Response(null, { status: 204 })
    },
  })
  try {
    await client.GET('/', { params: { header: { value } } })
    return written
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
