import type { Exchange } from '../../data/exchange/exchange.ts'
import { secretVariablesIn } from '../../data/exchange/variables.ts'
import { printableInReport } from '../printable.ts'

/** Separates two requests. */
const SEPARATOR = '###'

/**
 * Exchanges as an `.http` file, from which editors can send individual requests. Credentials are read from
 * environment variables, and the separator above each request states the response's status.
 */
export function toHttpFile(exchanges: readonly Exchange[]): string {
  const variables = secretVariablesIn(JSON.stringify(exchanges.map(({ request }) => request)))
  const declared = variables.map((name) => `@${name} = {{$processEnv ${name}}}`)
  const text = [declared.join('\n'), ...exchanges.map(requestText)].filter((part) => part !== '').join('\n\n')
  // Line breaks in multipart bodies are kept.
  return `${text.replace(/[^\r]+/g, printableInReport)}\n`
}

function requestText({ request, response }: Exchange): string {
  const { method, url, headers, body } = request
  const { pathname } = new URL(url)
  const lines = [
    `${SEPARATOR} ${method} ${pathname}: ${response?.status ?? 'no response'}`,
    `${method} ${url} HTTP/1.1`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return withVariables([...lines, ...(body === undefined ? [] : ['', separable(body)])].join('\n'))
}

/** Indents lines that begin like a separator, because they would end the request. */
function separable(body: string): string {
  return body.replaceAll(/^#{3}/gm, ` ${SEPARATOR}`)
}

function withVariables(text: string): string {
  return secretVariablesIn(text).reduce(
    (rest, name) =>
      rest
        .replaceAll(`\${${name}}`, `{{${name}}}`)
        .replaceAll(new RegExp(`\\$${name}(?!\\w)`, 'g'), `{{${name}}}`),
    text,
  )
}
