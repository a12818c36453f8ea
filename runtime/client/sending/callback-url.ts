import { plainJsonText, plainJsonValue } from '../../http/json/plain.ts'
import { encodeStrict } from '../../http/uri/encode.ts'
import { type ExpressionSource, evaluateExpression } from '../../http/uri/runtime-expression.ts'

/**
 * The exchange that leads to a callback: the request as its handler received it, and the response if that
 * contains the address.
 */
export type CallbackExchange = ExpressionSource

/**
 * Address for a callback. A value at the start of the template is a URL and is not changed; all other values
 * are percent-encoded.
 * @param template "{$request.body#/url}?id={$request.query.id}", or a single expression without braces.
 * @throws {TypeError} if the exchange lacks a value that the template needs.
 */
export function callbackUrl(template: string, exchange: CallbackExchange): string {
  const braced = template.startsWith('$') ? `{${template}}` : template
  return braced.replaceAll(/\{(\$[^}]*)\}/g, (_, expression: string, offset: number) => {
    const value = plainJsonValue(evaluateExpression(expression, exchange))
    if (value === undefined || value === null || typeof value === 'object')
      throw new TypeError(
        `The callback URL is "${template}", but "${expression}" has no value that can be written in a URL.`,
      )
    return offset === 0 ? plainJsonText(value) : encodeStrict(plainJsonText(value))
  })
}
