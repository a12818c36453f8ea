import { plainJsonText, plainJsonValue } from '../../http/json/plain.ts'
import { encodeStrict } from '../../http/uri/encode.ts'
import { type ExpressionSource, evaluateExpression } from '../../http/uri/runtime-expression.ts'

/**
 * The exchange that leads to a callback: the request as received by its handler, and the response if that
 * contains the address.
 */
export type CallbackExchange = ExpressionSource

/**
 * Address of a callback. A value at its start is a URL and unchanged; others are percent-encoded.
 * @param template "{$request.body#/url}?id={$request.query.id}", or one expression without braces.
 * @throws {TypeError} if the exchange lacks a value of the template.
 */
export function callbackUrl(template: string, exchange: CallbackExchange): string {
  const braced = template.startsWith('$') ? `{${template}}` : template
  return braced.replaceAll(/\{(\$[^}]*)\}/g, (_, expression: string, offset: number) => {
    const value = plainJsonValue(evaluateExpression(expression, exchange))
    if (value === undefined || value === null || typeof value === 'object')
      throw new TypeError(
        `The callback goes to "${template}", but the exchange has no text at "${expression}".`,
      )
    return offset === 0 ? plainJsonText(value) : encodeStrict(plainJsonText(value))
  })
}
