import { isObject } from '@concordat/runtime/json'
import { didYouMean } from '@concordat/runtime/nearest'
import type { DiffRules, IgnoredChange } from '../../diff/judge/judgement.ts'
import { CHANGE_KIND_NAMES, type ChangeKindName, SEVERITIES, type Severity } from '../../diff/kinds/kinds.ts'
import { UsageError } from '../../errors/problem.ts'
import type { Given } from '../../options/options.ts'
import { readConfiguredDataFile } from '../verify/settings/data-file.ts'

const MEMBERS = ['kind', 'operation', 'label', 'reason']

/**
 * Reads the rules for classifying changes from the command line and the `--ignore` file.
 * @throws {UsageError} if a rule is malformed: for example, if a kind or severity does not exist, or an entry
 * has no reason.
 */
export function readDiffRules({ ignore, severities = {} }: Given): DiffRules {
  const file = ignore === undefined ? {} : readConfiguredDataFile(ignore)
  const refuse = (fact: string): never => {
    throw new UsageError(`"${ignore}": ${fact}`)
  }
  if (!isObject(file)) return refuse('expected an object with "ignore", "severities" or both.')
  const { ignore: entries = [], severities: own = {}, ...others } = file
  const [stranger] = Object.keys(others)
  if (stranger !== undefined)
    return refuse(`unknown property "${stranger}".${didYouMean(stranger, ['ignore', 'severities'])}`)
  if (!Array.isArray(entries)) return refuse('"ignore" is not a list.')
  if (!isObject(own)) return refuse('"severities" is not an object.')
  return {
    ignored: entries.map((entry, index) => readEntry(entry, (fact) => refuse(`ignore[${index}]: ${fact}`))),
    severities: {
      ...readSeverities(own, refuse),
      ...readSeverities(severities, (fact) => {
        throw new UsageError(`--severity: ${fact}`)
      }),
    },
  }
}

type Refuse = (fact: string) => never

function readEntry(entry: unknown, refuse: Refuse): IgnoredChange {
  if (!isObject(entry))
    return refuse('expected an object with "reason" and at least one of "kind", "operation" and "label".')
  for (const [name, value] of Object.entries(entry)) {
    if (!MEMBERS.includes(name)) return refuse(`unknown property "${name}".${didYouMean(name, MEMBERS)}`)
    if (typeof value !== 'string') return refuse(`"${name}" is not a string.`)
  }
  const { kind, operation, label, reason } = entry as Readonly<Record<string, string>>
  if (reason === undefined || reason.trim() === '') return refuse('it has no "reason".')
  if (kind === undefined && operation === undefined && label === undefined)
    return refuse('it has no "kind", "operation" or "label", so it would ignore every change.')
  return {
    ...(kind !== undefined && { kind: kindOf(kind, refuse) }),
    ...(operation !== undefined && { operation }),
    ...(label !== undefined && { label }),
    reason,
  }
}

function readSeverities(given: Readonly<Record<string, unknown>>, refuse: Refuse): DiffRules['severities'] {
  const read = Object.entries(given).map(([kind, value]): [ChangeKindName, Severity] => {
    const severity = SEVERITIES.find((one) => one === value)
    if (severity === undefined)
      return refuse(`the severity of "${kind}" is not one of ${SEVERITIES.join(', ')}.`)
    return [kindOf(kind, refuse), severity]
  })
  return Object.fromEntries(read)
}

function kindOf(name: string, refuse: Refuse): ChangeKindName {
  const kind = CHANGE_KIND_NAMES.find((one) => one === name)
  return kind ?? refuse(`there is no kind of change "${name}".${didYouMean(name, CHANGE_KIND_NAMES)}`)
}
