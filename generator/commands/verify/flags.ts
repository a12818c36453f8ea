import { resolve } from 'node:path'
import { parseBudget } from '@concordat/contract'
import { HIDDEN, isSecretHeader } from '@concordat/contract/access'
import type { VerifyConfig } from '../../config.ts'
import { UsageError } from '../../errors/problem.ts'
import type { VERIFY_OPTIONS } from './options.ts'

type Value<Option> = Option extends { readonly type: 'boolean' }
  ? boolean
  : Option extends { readonly multiple: true }
    ? string[]
    : string

/** Options of `verify` as they were given. */
export type VerifyFlags = {
  readonly [Name in keyof typeof VERIFY_OPTIONS]?: Value<(typeof VERIFY_OPTIONS)[Name]> | undefined
}

/** The configuration with what the command line says; headers and path parameters one by one. */
export function withFlags(config: VerifyConfig, flags: VerifyFlags): VerifyConfig {
  const { 'undocumented-fields': fields, 'auth-file': authFile, baseline, seed } = flags
  if (fields !== undefined && fields !== 'allow' && fields !== 'report')
    throw new UsageError(`--undocumented-fields is "${fields}". Expected: allow or report.`)
  return {
    ...config,
    ...lists(flags),
    ...numbers(flags),
    headers: { ...config.headers, ...Object.fromEntries((flags.header ?? []).map(headerOf)) },
    pathParameters: { ...config.pathParameters, ...Object.fromEntries((flags.path ?? []).map(pathOf)) },
    ...(flags.expendable && { expendable: [...(config.expendable ?? []), ...flags.expendable] }),
    ...(authFile !== undefined && { authFile: resolve(authFile) }),
    ...(baseline !== undefined && { baseline: resolve(baseline) }),
    ...(fields !== undefined && { undocumentedFields: fields }),
    ...(seed !== undefined && { seed }),
    ...(flags['read-only'] === true && { readOnly: true }),
    ...(flags['change-existing'] === true && { changeExisting: true }),
  }
}

/** Options that choose what runs, or what becomes of its findings: a line that repeats one check has its own. */
const SELECTING = ['operation', 'tag', 'rule', 'skip-operation', 'skip-tag', 'skip-rule', 'seed']
const OUTSIDE = ['max-requests', 'report', 'baseline', 'write-baseline']

/** The options that another run of one check needs, secrets left out. */
export function replayedFlags(flags: VerifyFlags): string[] {
  return Object.entries(flags).flatMap(([name, value]): string[] => {
    if (SELECTING.includes(name) || OUTSIDE.includes(name) || value === undefined || value === false)
      return []
    if (value === true) return [`--${name}`]
    const values = typeof value === 'string' ? [value] : value
    return values.flatMap((text) => [`--${name}`, name === 'header' ? withoutSecret(text) : text])
  })
}

function withoutSecret(header: string): string {
  const [name] = headerOf(header)
  return isSecretHeader(name) ? `${name}: ${HIDDEN}` : header
}

function lists(flags: VerifyFlags): VerifyConfig {
  return {
    ...(flags.operation && { operations: flags.operation }),
    ...(flags.tag && { tags: flags.tag }),
    ...(flags.rule && { rules: flags.rule }),
    ...(flags.grade && { grades: flags.grade }),
    ...(flags['skip-operation'] && { skipOperations: flags['skip-operation'] }),
    ...(flags['skip-tag'] && { skipTags: flags['skip-tag'] }),
    ...(flags['skip-rule'] && { skipRules: flags['skip-rule'] }),
  }
}

function numbers(flags: VerifyFlags): VerifyConfig {
  const { rate, concurrency, jobs, timeout, budget, 'max-requests': maxRequests } = flags
  return {
    ...(rate !== undefined && { rate: numberOf('rate', rate, { pattern: /^\d*\.?\d+$/, least: 'above 0' }) }),
    ...(concurrency !== undefined && {
      concurrency: numberOf('concurrency', concurrency, { pattern: /^\d+$/, least: 'of requests above 0' }),
    }),
    ...(jobs !== undefined && {
      jobs: numberOf('jobs', jobs, { pattern: /^\d+$/, least: 'of parts above 0' }),
    }),
    ...(timeout !== undefined && {
      timeout: numberOf('timeout', timeout, { pattern: /^\d+$/, least: 'of milliseconds above 0' }),
    }),
    ...(maxRequests !== undefined && { maxRequests: countOf('max-requests', maxRequests) }),
    ...(budget !== undefined && { budget: parseBudget(budget, '--budget') }),
  }
}

function numberOf(
  name: string,
  text: string,
  { pattern, least }: { pattern: RegExp; least: string },
): number {
  if (pattern.test(text) && Number(text) > 0) return Number(text)
  throw new UsageError(`--${name} is "${text}". Expected: a number ${least}.`)
}

function countOf(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`--${name} is "${text}". Expected: a whole number, 0 or above.`)
}

/** @see RFC 9110, 5.1 and 5.5 */
function headerOf(text: string): [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([^\r\n\0]*)$/.exec(text) ?? []
  // What was given may be a secret, and stays out of the message.
  if (name === undefined || value === undefined)
    throw new UsageError('A value of --header is not of the form "Name: value".')
  return [name, value]
}

function pathOf(text: string): [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(`--path is "${text}". Expected: the name of a path parameter, "=" and its value.`)
  return [name, value]
}
