import { isObject } from '@concordat/runtime/json'
import { describeOptionPath, type Kind } from '../kinds/kind.ts'

/** Location of the token in a login's response: a JSON Pointer ("/token"), a header or a cookie. */
export type LoginToken =
  | { readonly pointer: string }
  | { readonly header: string }
  | { readonly cookie: string }

const TOKEN_PLACES = ['pointer', 'header', 'cookie']

/** The location of a token in a response. */
export const tokenKind: Kind<LoginToken> = {
  type: 'LoginToken',
  expected: '{ pointer: "/token" }, { header: "NAME" } or { cookie: "NAME" }',
  schema: {
    oneOf: TOKEN_PLACES.map((name) => ({
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
      additionalProperties: false,
    })),
  },
  check(value, path) {
    const place = describeOptionPath(path)
    const [[name, inner] = ['', undefined], ...others] = isObject(value) ? Object.entries(value) : []
    if (!TOKEN_PLACES.includes(name) || typeof inner !== 'string' || others.length > 0)
      return [{ path, message: `"${place}" must have one of these forms: ${tokenKind.expected}.` }]
    return name === 'pointer' && inner !== '' && !inner.startsWith('/')
      ? [{ path, message: `"${place}.pointer" is not a JSON Pointer, which must begin with "/".` }]
      : []
  },
}
