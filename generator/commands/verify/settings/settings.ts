import {
  type ContractSettings,
  isSkipped,
  type KnownFailure,
  operationToSelect,
  rulesToSelect,
  type Selection,
  unknownSelectedNames,
} from '@concordat/contract'
import { didYouMean } from '@concordat/runtime/nearest'
import { UsageError } from '../../../errors/problem.ts'
import type { Model } from '../../../model/model.ts'
import type { VerifyConfig } from '../../../options/config/config-types.ts'
import { buildTarget } from './build-target.ts'

/** Maximum number of names to list in a message. */
const MOST_NAMES = 50

/**
 * Creates a run's settings.
 * @param config configuration to which the environment's and command line's settings have been applied.
 * @throws {UsageError} that lists every unknown operation, tag and rule, or every missing variable and file.
 */
export async function buildSettings(
  config: VerifyConfig,
  given: {
    readonly document: Model['descriptor']
    readonly baseUrl: string
    readonly environment: Readonly<Record<string, string | undefined>>
    readonly baseline: readonly KnownFailure[]
  },
): Promise<ContractSettings> {
  const { seed, budget, undocumentedFields, allow } = config
  const { document } = given
  const select = selectionOf(config)
  const allowed = allow && namedOperations(allow, document)
  expectKnown(select, document)
  expectKnown({ operations: [...(allowed ?? []), ...Object.keys(config.perOperation ?? {})] }, document)
  return {
    target: {
      ...(await buildTarget({ ...config, ...(allowed && { allow: allowed }) }, given)),
      skip: document.operations.filter((one) => isSkipped(select, one)).map(({ operationId }) => operationId),
    },
    select,
    baseline: given.baseline,
    ...(seed !== undefined && { seed }),
    ...(budget !== undefined && { budget }),
    ...(undocumentedFields !== undefined && { undocumentedFields }),
  }
}

/** Reports all unknown names with suggestions, because the suite would report only the first one. */
function expectKnown(select: Selection, document: Model['descriptor']): void {
  const problems = unknownSelectedNames(select, document).map(({ kind, name, known }) => {
    const hint = didYouMean(name, known) || expectedText(known)
    const value = kind === 'path' && /^[^/*]+=/.test(name) ? ` To set a value, use --path-value ${name}.` : ''
    return `There is no ${kind} "${name}".${value || hint}`
  })
  const codes = rulesToSelect(select).map(({ code }) => code)
  const twice = codes.find((code, index) => codes.indexOf(code) < index)
  if (twice !== undefined)
    problems.push(
      `Two rules have the code "${twice}". Fix: choose another code for your rule in "verify.ownRules".`,
    )
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
}

/** Lists the names that a selection can use; a document can have thousands of operations, and no tags. */
function expectedText(known: readonly string[]): string {
  if (known.length === 0) return ' The document has none.'
  return ` Expected one of: ${known.slice(0, MOST_NAMES).join(', ')}${known.length > MOST_NAMES ? ', …' : ''}.`
}

/** Converts names of operations in any form to operationIds; unknown names are left unchanged. */
function namedOperations(names: readonly string[], document: Model['descriptor']): readonly string[] {
  return names.map((name) => operationToSelect(document, name)?.operationId ?? name)
}

function selectionOf(config: VerifyConfig): Selection {
  const { operations, paths, methods, tags, rules, grades, ownRules } = config
  const { skipOperations, skipPaths, skipTags, skipDeprecated, skipRules } = config
  return {
    ...(operations !== undefined && { operations: operations.map(asWritten) }),
    ...(paths !== undefined && { paths }),
    ...(methods !== undefined && { methods: methods.map((method) => method.toUpperCase()) }),
    ...(tags !== undefined && { tags }),
    ...(rules !== undefined && { rules }),
    ...(grades !== undefined && { grades }),
    ...(skipOperations !== undefined && { skipOperations: skipOperations.map(asWritten) }),
    ...(skipPaths !== undefined && { skipPaths }),
    ...(skipTags !== undefined && { skipTags }),
    ...(skipDeprecated !== undefined && { skipDeprecated }),
    ...(skipRules !== undefined && { skipRules }),
    ...(ownRules !== undefined && { ownRules }),
  }
}

/** An operation as written in documents: "GET /pets" for "get  /pets". */
function asWritten(operation: string): string {
  return operation.trim().replace(/^([a-z]+)\s+(?=[/*])/i, (_, method: string) => `${method.toUpperCase()} `)
}
