import type { OperationDescriptor } from '@concordat/runtime/http'
import { pageLinkWords, secrets } from '../../lexicon/lexicon.ts'
import type { ReceivedResponse } from './exchange.ts'
import { environmentName, rewriteQueries } from './variables.ts'

/** A shorter value cannot be a credential. */
const SHORTEST = 4

/** The variable that replaces the value of a parameter in a link. */
function variableOf(name: string): string {
  return `$CONCORDAT_QUERY_${environmentName(name)}`
}

/**
 * Removes tokens from the links in a string, because a signed link is a credential.
 * @param operation operation whose documented parameters are not credentials.
 */
export function linksWithoutTokens(
  text: string,
  operation?: Pick<OperationDescriptor, 'parameters'>,
): string {
  const known = new Set(operation?.parameters?.map(({ name }) => name))
  return rewriteQueries(text, ({ name, value }) => {
    const isSecret =
      (secrets.links.has(name) || secrets.shortInLinks.has(name)) &&
      !pageLinkWords.continuing.has(name) &&
      !known.has(name)
    const isHidden = value.length < SHORTEST || value.startsWith('$CONCORDAT_')
    return isSecret && !isHidden ? variableOf(name) : undefined
  })
}

/** Removes tokens from the links in a recorded response. */
export function answerWithoutLinkTokens(
  { status, headers, body }: ReceivedResponse,
  operation: OperationDescriptor,
): ReceivedResponse {
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, linksWithoutTokens(value, operation)]),
    ),
    body: linksWithoutTokens(body, operation),
  }
}
