import type { OperationDescriptor } from '@concordat/runtime/http'
import { createValidator } from '@concordat/runtime/schema'
import { petDocument } from './pet-document.ts'

const compile = createValidator(petDocument.definitions)

/**
 * Returns a request's violations: "syntax", "mediaType", or "location keyword" such as "/name maxLength" and
 * "limit minimum".
 */
export function violationsOf(
  method: string,
  url: URL,
  { contentType, text }: { contentType: string | null; text: string },
): string[] {
  const operation = findOperation(method, url.pathname.replace('/api', ''))
  if (operation === undefined) return []
  return [
    ...parameterViolations(operation, url.searchParams),
    ...bodyViolations(operation, { contentType, text }),
  ]
}

function findOperation(method: string, path: string): OperationDescriptor | undefined {
  return petDocument.operations.find(
    (operation) =>
      operation.method === method &&
      new RegExp(`^${operation.path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
  )
}

function parameterViolations({ parameters = [] }: OperationDescriptor, query: URLSearchParams): string[] {
  return parameters.flatMap(({ name, in: location, schema = true }) => {
    const text = query.get(name)
    if (location !== 'query' || text === null) return []
    const value = /^-?[\d.]+$/.test(text) ? Number(text) : text
    return compile(schema)(value).map(({ keyword }) => `${name} ${keyword}`)
  })
}

function bodyViolations(
  { requestBody }: OperationDescriptor,
  { contentType, text }: { contentType: string | null; text: string },
): string[] {
  if (requestBody === undefined) return []
  if (text === '') return [' required']
  if (contentType?.split(';')[0] !== 'application/json') return ['mediaType']
  try {
    const value: unknown = JSON.parse(text)
    const schema = requestBody.content['application/json']?.schema ?? true
    return compile(schema)(value).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
  } catch {
    return ['syntax']
  }
}
