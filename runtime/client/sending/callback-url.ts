import { plain, textOf } from '../../http/json/plain.ts'
import { encodeStrict } from '../../http/uri/encode.ts'
import { type ExpressionSource, evaluateExpression } from '../../http/uri/runtime-expression.ts'

/**
 * Exchange that a callback follows from: the request as its handler received it, and the response if that
 * holds the address.
 */
export type CallbackExchange = ExpressionSource

/**
 * The address of a callback. A value at its beginning is a URL and stays as it
 * is; others are percent-encoded.
 * @param template "{$request.body#/url}?id={$request.query.id}", or one expression without braces.
 * @throws TypeError where the exchange lacks a value that the template names.
 */
export function callbackUrl(template: string, exchange: CallbackExchange): string {
  const braced = template.startsWith('$') ? `{${template}}` : template
  return braced.replaceAll(/\{(\$[^}]*)\}/g, (_, expression: string, offset: number) => {
    const value = plain(evaluateExpression(expression, exchange))
    if (value === undefined || value === null || typeof value === 'object')
      throw new TypeError(
        `The callback goes to "${template}", but the exchange has no text at "${expression}".`,
      )
    return offset === 0 ? textOf(value) : encodeStrict(textOf(value))
  })
}
